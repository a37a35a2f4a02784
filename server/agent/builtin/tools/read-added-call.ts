import { findReferences } from "#server/core/references.ts";
import type { ToolUse } from "#server/agent/builtin/brief-tools.ts";
import type { ListedStep } from "#server/agent/builtin/listed-plan.ts";
import { plainVerb, titleFrom } from "#server/agent/builtin/new-step.ts";
import { commandIn, contentOf, EXACT, NO_TITLE } from "#server/agent/builtin/new-step-words.ts";
import { readPlace } from "#server/agent/builtin/place.ts";
import { addOne } from "#server/agent/builtin/read-add.ts";
import { type Edit, type Reading, refuse, type Understanding } from "#server/agent/builtin/understanding.ts";
import { type Wiring, wiredAt } from "#server/agent/builtin/wired-at.ts";
import { askForMissing } from "./asked-parameters.ts";
import { withoutGiven } from "./call-title.ts";
import { readsRunInput, secretsRefused } from "./changed-step.ts";
import { unmarked } from "./marked-text.ts";
import { isSender } from "./output-of-step.ts";
import { doing } from "./read-tool-change.ts";
import { type Call, callSaid } from "./said-call.ts";
import type { Saying } from "./said-value.ts";

const LED = /^(?:(?:and|then|finally|afterwards|after that|next|also|at last)\b,? ?)+/i;
const ASKED =
  /^(?:(?:add|insert|create|put(?: in)?|append|we need|i want) )?(?:(?:an?|another|one(?: more)?) )?(?:new |further |extra |tool )*step (?:that|which|to) /i;
const AT =
  /^(?<place>(?:right |directly |straight )?(?:after|before|behind|between) .+?|at the (?:very )?(?:end|start|beginning)|before anything(?: else)?|first of all), (?:then )?(?<deed>.+)$/is;

/** "Then email the summary to ops@example.com": a new step that calls a tool; `last` is what the message has just added. */
export function readAddedCall(
  words: string,
  saying: Saying,
  { last, mayAdd }: { last: ListedStep | null; mayAdd: boolean },
): Reading {
  const isFurther = LED.test(words) || last !== null;
  const bare = words.replace(LED, "");
  const placed = AT.exec(bare)?.groups;
  const command = placed ? null : commandIn(bare);
  const { place, rest } = readPlace(
    (placed ? `${placed["place"]} ` : (command ?? "")).replace(
      /before anything(?: else)?|first of all/i,
      "at the start",
    ),
  );
  const content = placed ? (placed["deed"] ?? "") : command === null ? bare : contentOf(rest);
  if (content === NO_TITLE || content.startsWith(EXACT)) return null;
  const deed = ASKED.test(content) ? plainVerb(content.replace(ASKED, "")) : content;
  if (callSaid(deed, saying) === null || (placed && place.type === "none")) return null;
  const isNew = isFurther || placed !== undefined || command !== null;
  if (place.type === "none" && last !== null)
    return added(deed, { waits: [last], required: [], place: [last] }, saying);
  return wiredAt(place, verbOf(deed), saying.world, (wiring) => {
    const here = { ...saying, before: wiring.waits };
    if (!isNew) {
      const same = alreadyDone(deed, here);
      if (same !== null || !mayAdd) return same;
    }
    return added(deed, wiring, here);
  });
}

// A step that sends or stores does not hold up what comes behind it; a URL in its words is none of them.
function verbOf(deed: string): string {
  return deed.replace(/⟪[a-z]\d+⟫/g, "it");
}

// "Write the summary to b.md" of a plan whose one step writes the summary is about that step.
function alreadyDone(deed: string, saying: Saying): Reading {
  const call = callSaid(deed, saying);
  if (call === null) return null;
  const given = Object.entries(call.input);
  const alike = saying.world.plan.steps.filter(
    (step) =>
      step.tool === call.tool.name &&
      (isSender(step)
        ? given.some(
            ([name, value]) => isRead(value) && JSON.stringify(value) === JSON.stringify(at(step, name)),
          )
        : given.length > 0 &&
          given.every(([name, value]) => typeof value !== "string" || isLike(value, at(step, name)))),
  );
  const [only, other] = alike;
  return only && !other ? doing(only, call, saying) : null;
}

function at(step: ListedStep, name: string): unknown {
  const { input } = step;
  return typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;
}

function isRead(value: unknown): boolean {
  return typeof value === "string" && findReferences(value).length > 0;
}

// "orders-old.csv" is another "orders.csv".
function isLike(value: string, own: unknown): boolean {
  const root = (text: string) => /[\p{L}]{3,}/u.exec(text.split("/").at(-1) ?? "")?.[0].toLowerCase();
  return typeof own === "string" && root(value) !== undefined && root(value) === root(own);
}

function added(deed: string, wiring: Wiring, saying: Saying): Reading {
  const call = callSaid(deed, { ...saying, before: wiring.waits });
  return call && addedCall(call, deed, wiring, saying);
}

/** The new step at its place; of a tool that is off it is told what turns that on. */
function addedCall(call: Call, deed: string, wiring: Wiring, saying: Saying): Reading {
  const { tool, input, missing } = call;
  const words = unmarked(deed, saying.marks);
  const isOff = tool.offBecause !== undefined;
  if (missing.length > 0 && !isOff) return askForMissing(call, "The new step");
  const taken = secretsRefused(input, tool);
  if (taken !== null) return refuse(taken);
  const use: ToolUse | null = isOff ? null : { tool: tool.name, input, gives: "unknown" };
  const waits = alsoRead(use?.input ?? {}, wiring.waits, saying);
  const step = { use, title: titleOf(words) };
  const reading = addOne(words, waits, wiring.required, wiring.place, saying.world, step);
  if (reading?.type !== "edits") return reading;
  const told = isOff
    ? `It is a reasoning step and sends nothing, as ${tool.name} is off: ${(tool.offBecause ?? "").replace(/[.]$/, "")}`
    : `It calls ${tool.name} with ${JSON.stringify(input)}`;
  // What comes next knows it by what it was to send, even where it cannot.
  const about = reading.about.map((added) => ({ ...added, tool: tool.name, input }));
  return {
    ...withRunInput(reading, readsRunInput(use?.input ?? {})),
    about,
    said: `${reading.said}. ${told}`,
  };
}

// What a call is given stands in its input; the title says what is done.
function titleOf(words: string): string | null {
  const head = withoutGiven(words);
  return head === words ? null : titleFrom(head);
}

// What its input reads it waits for.
function alsoRead(
  input: NonNullable<ToolUse["input"]>,
  waits: ListedStep[],
  { world }: Saying,
): ListedStep[] {
  const ids = new Set(
    findReferences(input).flatMap(({ reference }) => (reference.source === "step" ? [reference.stepId] : [])),
  );
  const upstream = new Set<ListedStep>();
  const open = [...waits];
  for (let step = open.pop(); step; step = open.pop()) {
    if (upstream.has(step)) continue;
    upstream.add(step);
    open.push(...step.dependsOn.flatMap((number) => world.plan.steps[number - 1] ?? []));
  }
  const further = world.plan.steps.filter(
    (step) => step.id !== null && ids.has(step.id) && !upstream.has(step),
  );
  return [...waits, ...further];
}

function withRunInput(reading: Extract<Understanding, { type: "edits" }>, reads: boolean): typeof reading {
  if (!reads) return reading;
  const list = reading.edits.map((edit): Edit => {
    const step = edit.op === "add_step" ? edit["step"] : null;
    if (typeof step !== "object" || step === null || Array.isArray(step) || !Array.isArray(step["settings"]))
      return edit;
    return {
      ...edit,
      step: { ...step, settings: [...step["settings"], { field: "usesRunInput", value: true }] },
    };
  });
  return { ...reading, edits: list };
}
