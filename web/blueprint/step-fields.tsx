import type { Plan, Step } from "#server/core/plan.ts";
import { BlamedField } from "#web/blame/blamed-field.tsx";
import styles from "./step-fields.module.css";
import { stepRows, subjectOf } from "./step-rows.ts";

type StepFieldsProps = { plan: Plan; step: Step };

/** All that a plan says of a step, each with who said it. */
export function StepFields({ plan, step }: StepFieldsProps) {
  const number = plan.steps.indexOf(step) + 1;
  const count = plan.steps.slice(0, number).filter((other) => other.id === step.id).length;
  const key = count === 1 ? step.id : `${step.id}#${count}`;
  const nameOf = (id: string) => {
    const place = plan.steps.findIndex((other) => other.id === id);
    return place < 0 ? `${id}, which the plan does not have` : `${place + 1} · ${plan.steps[place]?.title}`;
  };
  return (
    <dl className={styles["fields"]}>
      {stepRows(step, nameOf).map(({ path, name, value, isCode }) => (
        <div key={path}>
          <dt>{name}</dt>
          <dd className={isCode ? styles["code"] : undefined}>
            <BlamedField blamed={{ step: key, path, name: `${subjectOf(name)} of step ${number}` }}>
              {value}
            </BlamedField>
          </dd>
        </div>
      ))}
    </dl>
  );
}
