import type { Usage } from "#server/core/run.ts";
import type { RunBudget } from "#server/core/views.ts";
import { UsageFacts } from "#web/chat/usage-facts.tsx";
import { budgetLines } from "./budget-words.ts";
import styles from "./run-summary-pane.module.css";
import { modelFacts, usageText } from "./usage-text.ts";

type RunUsageProps = { usage: Usage; budget: RunBudget | null };

/** What a run took, by model, and how far it has come in its budget. */
export function RunUsage({ usage, budget }: RunUsageProps) {
  const models = modelFacts(usage);
  return (
    <>
      <p className={styles["words"]}>{usageText(usage)}</p>
      {models.length > 0 && <UsageFacts facts={models} />}
      {budget && (
        <>
          <h2>Budget</h2>
          {budgetLines(budget).map(({ limit, text }) => (
            <p key={limit} className={styles["words"]}>
              {text}
            </p>
          ))}
        </>
      )}
    </>
  );
}
