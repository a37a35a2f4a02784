import controls from "#web/ui/controls.module.css";
import { useUnsentAnswer } from "./unsent-answers.ts";

/** Stands beside an approval whose answer is written and not sent. */
export function UnsentTag({ approvalId }: { approvalId: string }) {
  return useUnsentAnswer(approvalId) && <span className={controls["tag"]}>not sent</span>;
}
