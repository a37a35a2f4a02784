import { useState } from "react";
import { hasErrors } from "#server/core/plan.ts";
import type { PlanView } from "#server/core/views.ts";
import { BlamedField } from "#web/blame/blamed-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";
import styles from "./plan-facts.module.css";

type PlanFactsProps = { view: PlanView; exportPath: string };

/** What the plan is for and what is wrong with it, one click away from the drawing. */
export function PlanFacts({ view, exportPath }: PlanFactsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { plan, issues } = view;
  const label =
    issues.length === 0
      ? "Plan details"
      : `${issues.length} ${issues.length === 1 ? "issue" : "issues"}${hasErrors(issues) ? ", cannot be saved" : ""}`;
  return (
    <>
      <button
        type="button"
        className={
          hasErrors(issues) ? styles["errors"] : issues.length > 0 ? styles["warnings"] : styles["plain"]
        }
        onClick={() => setIsOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog
          title={issues.length > 0 ? "Issues" : plan.title || "Plan details"}
          isWide
          onClose={() => setIsOpen(false)}
        >
          <IssueList issues={issues} onWritten={() => setIsOpen(false)} />
          <dl className={styles["facts"]}>
            <Fact path="title" name="Title" value={plan.title} />
            <Fact path="objective" name="Objective" value={plan.objective} />
            <Fact path="completionCriteria" name="Done when" value={plan.completionCriteria} />
            <Fact path="assumptions" name="Assumes" value={plan.assumptions.join("\n")} />
            <Fact path="budget" name="Budget per run" value={budgetText(plan.budget)} />
            <Fact path="tags" name="Tags" value={plan.tags.join(", ")} />
          </dl>
          <a className={styles["raw"]} href={exportPath} target="_blank" rel="noreferrer">
            The whole plan as JSON
          </a>
        </Dialog>
      )}
    </>
  );
}

function Fact({ path, name, value }: { path: string; name: string; value: string }) {
  if (value === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <BlamedField blamed={{ step: null, path, name: `${name} of the plan` }}>{value}</BlamedField>
      </dd>
    </>
  );
}

function budgetText(budget: PlanView["plan"]["budget"]): string {
  const limits = [
    [budget?.toolCalls, "tool calls"],
    [budget?.tokens, "tokens"],
    [budget?.costUsd, "US dollars"],
    [budget?.wallSeconds, "seconds"],
    [budget?.approvals, "approvals"],
  ] as const;
  return limits.flatMap(([limit, unit]) => (limit === undefined ? [] : [`${limit} ${unit}`])).join(", ");
}
