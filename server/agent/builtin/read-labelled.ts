import type { ListedStep } from "./listed-plan.ts";
import { readClause } from "./read-clause.ts";
import { resolve } from "./resolve.ts";
import type { World } from "./reference.ts";
import type { Reading } from "./understanding.ts";

const ONE = '(?:#?\\d+|"[^"]+")';
const LABEL = new RegExp(
  `^(?:for |on |in )?((?:the )?(?:steps? |number )?(?:number )?${ONE}(?:(?:, | and |, and |-)(?:step )?${ONE})*|(?:the )?[\\w-]+ (?:step|one)|it)\\s?(?::|\\s[–—-])\\s+(\\S.*)$`,
  "is",
);
const OPS = ["update_step", "add_dependency", "remove_dependency", "set_dependencies"];
const LEADS = ["it ", "it needs ", "make it ", "it should "];
const MORE_LEADS = [...LEADS, "it gets a ", "it is ", "it should run "];

/** "Step 3: two retries": what stands behind the colon is said of the step in front of it. */
export function readLabelled(clause: string, world: World): Reading {
  const [, label = "", rest = ""] = LABEL.exec(clause) ?? [];
  if (label === "") return null;
  const named = resolve(label, { ...world, isStrict: true });
  if (named.type !== "steps") return null;
  return (
    said(rest, named.steps, world, MORE_LEADS, OPS) ??
    deedOn(rest, named.steps, world) ??
    said(rest, named.steps, world, ["it should be "], ["remove_step"])
  );
}

/** "…needs my ok and three retries": a part that leaves out what it is about, as a change of these steps. */
export function readElliptic(words: string, steps: readonly ListedStep[], world: World): Reading {
  if (steps.length === 0) return null;
  const reading = said(words, steps, world, LEADS, ["update_step"]);
  return reading?.type === "edits" && reading.edits.length === 0 ? null : reading;
}

function said(
  words: string,
  steps: readonly ListedStep[],
  world: World,
  leads: readonly string[],
  ops: readonly string[],
): Reading {
  const about = { ...world, focus: [...steps] };
  for (const lead of leads) {
    const text = steps.length === 1 ? lead : lead.replace(/\bit\b/, "they").replace(/\bis\b/, "are");
    const reading = readClause(text + words, about);
    if (isChange(reading, ops)) return reading;
  }
  return null;
}

// "Step 3: rename to …", "step 4: move to the end": the order itself lacks its object.
function deedOn(words: string, steps: readonly ListedStep[], world: World): Reading {
  const it = steps.length === 1 ? "it" : "them";
  const text = /\s/.test(words) ? words.replace(/^(\S+)/, `$1 ${it}`) : `${words} ${it}`;
  const reading = readClause(text, { ...world, focus: [...steps] });
  return isChange(reading, [...OPS, "remove_step", "move_step", "split_step", "merge_steps"])
    ? reading
    : null;
}

function isChange(reading: Reading, ops: readonly string[]): boolean {
  return (
    reading?.type === "edits" && reading.said !== "" && reading.edits.every((edit) => ops.includes(edit.op))
  );
}
