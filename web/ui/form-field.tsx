import { type ReactNode, useId } from "react";
import { joinClasses } from "#web/join-classes.ts";
import styles from "./form-field.module.css";

type FieldParts = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FormFieldProps = {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what stands in the field. */
  problem?: string | undefined;
  className?: string | undefined;
  children: (parts: FieldParts) => ReactNode;
};

/** A field with its label, and what is wrong with it beside it. */
export function FormField({ label, hint, problem, className, children }: FormFieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}hint`, problem !== undefined && `${id}problem`].filter(
    Boolean,
  );
  return (
    <div className={joinClasses(styles["field"], className)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
        "aria-invalid": problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <p id={`${id}problem`} className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  );
}
