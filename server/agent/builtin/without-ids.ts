import type { ListedPlan } from "./listed-plan.ts";

/** References to outputs in words of the numbered list: `$parse.output.rows` is `the rows of step 2`. */
export function withoutIds(text: string, { steps }: ListedPlan): string {
  return text.replace(
    /\$([A-Za-z0-9][\w-]*)(\.(?:output|status|error|attempts)\b(?:\.[\w.]*\w)?)/g,
    (all, id: string, path: string) => {
      const step = steps.find((other) => other.id === id);
      if (!step) return all;
      const field = path.replace(/^\.output\b\.?|^\./, "");
      return `the ${field || "output"} of step ${step.number}`;
    },
  );
}
