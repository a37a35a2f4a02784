import { useStepFocus } from "./step-focus.ts";
import styles from "./step-reference.module.css";

type StepReferenceProps = { stepNumber: number; text: string; said: string | undefined };

/**
 * "step 4" in a text: leads to the step, or stays text when the plan on screen has no such step, or when
 * it has another by now than the text says.
 */
export function StepReference({ stepNumber, text, said }: StepReferenceProps) {
  const { titleOf, focus } = useStepFocus();
  const title = titleOf(stepNumber);
  if (title === null || (said !== undefined && said !== title)) return text;
  return (
    <button type="button" className={styles["reference"]} title={title} onClick={() => focus(stepNumber)}>
      {text}
    </button>
  );
}
