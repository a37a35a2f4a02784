import { type ReactNode, useId } from "react";
import styles from "./choices.module.css";

type Choice<Value extends string> = { value: Value; label: string; hint: ReactNode };

type ChoicesProps<Value extends string> = {
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, each with a sentence that says what it means. */
export function Choices<Value extends string>({ legend, choices, value, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles["choices"]}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            <small>{choice.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
