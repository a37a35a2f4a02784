import { TOGETHER } from "./idiom.ts";
import { withQuotesHidden } from "./plain-words.ts";

/** What says that steps run one behind the other. */
export const IN_TURN =
  "(?:(?:strictly )?in (?:this |that |numbered |the given |the right )?(?:order(?! to\\b)|sequence|turn|series|a row)|(?:strictly )?one (?:after|by) (?:the other|another|one)|sequentially|consecutively|serially|step by step)";
const THEN =
  /,?;? (?:and |but )?(?:only )?(?:then|after that|afterwards|after which|next)(?: come| comes| do| run)?,? /i;
const BEHIND =
  ",? (?:after (?:that|them|those|these|it|this|all of (?:them|those))|afterwards|then|when (?:that|those|they|these) (?:is|are) (?:all )?done)";
const RUN = "(?:(?:please |first |also |and )*(?:run|do|execute|start|let|have) )?";
const TURN = new RegExp(`^${RUN}([^.;]+?),? ${IN_TURN}$`, "i");
const ABREAST = new RegExp(`^${RUN}([^.;]+?)(?: (?:run|both|all))*,? ${TOGETHER}$`, "i");
// "1 to 3 in order, 4 and 5 side by side after that".
const TRAILED = new RegExp(`^(.+? ${IN_TURN}),? (?:and |but )?(.+? ${TOGETHER})${BEHIND}$`, "i");
const NOT_ABREAST = new RegExp(
  `\\b(?:not|never|no|without)(?: \\w+){0,2} ${TOGETHER}|\\bno parallel\\b`,
  "i",
);
const LAST = /^.*(?:,\s*(?:and )?|\band |\bto |\bthrough |(?<=\d) ?[-–] ?(?=\d))(\S.*)$/i;

type Stage = { steps: string; isChain: boolean; isAbreast: boolean };

/** "1 to 3 in order, then 4 and 5 side by side": each stage as an order of its own. */
export function withStages(text: string): string {
  return withQuotesHidden(text, (bare) =>
    bare
      .split(/(?<=[.;])\s+/)
      .map((sentence) => ordersIn(sentence.replace(/[.!;\s]+$/, "")) ?? sentence)
      .join(" "),
  );
}

function ordersIn(sentence: string): string | null {
  if (NOT_ABREAST.test(sentence)) return null;
  const trailed = TRAILED.exec(sentence);
  const stages = (trailed ? [trailed[1] ?? "", trailed[2] ?? ""] : sentence.split(THEN)).map(stageOf);
  const [first, second, ...more] = stages;
  if (!first || !second || !stages.some(({ isAbreast }) => isAbreast)) return null;
  // "1 and 2 side by side, then 3" is one order.
  if (first.isAbreast && more.length === 0 && !second.isAbreast) return null;
  if (
    stages.some(
      ({ steps }) => steps === "" || /\b(?:if|when|unless|until|before|after|once|while)\b/i.test(steps),
    )
  )
    return null;
  return stages.map((stage, at) => orderOf(stage, stages[at - 1])).join(" ");
}

function stageOf(words: string): Stage {
  const [chain, abreast] = [TURN.exec(words)?.[1], ABREAST.exec(words)?.[1]];
  const bare = new RegExp(`^${RUN}(.+)$`, "i").exec(words)?.[1] ?? "";
  return { steps: chain ?? abreast ?? bare, isChain: chain !== undefined, isAbreast: abreast !== undefined };
}

function orderOf({ steps, isChain, isAbreast }: Stage, before: Stage | undefined): string {
  const awaited = before && (before.isAbreast ? before.steps : lastOf(before.steps));
  if (isAbreast) return `Run ${steps} in parallel${awaited === undefined ? "" : ` after ${awaited}`}.`;
  const own = isChain ? `Run ${steps} one after the other.` : "";
  const link =
    awaited === undefined ? "" : ` ${isChain ? firstOf(steps) : steps} should wait for ${awaited}.`;
  return `${own}${link}`.trim();
}

function lastOf(steps: string): string {
  return numbered(LAST.exec(steps)?.[1] ?? steps);
}

function firstOf(steps: string): string {
  return numbered(
    (
      /^(?:the )?(?:steps? )?(.+?)(?:,| and | to | through |(?<=\d) ?[-–] ?(?=\d))/i.exec(steps)?.[1] ?? steps
    ).trim(),
  );
}

function numbered(step: string): string {
  return /^#?\d+$/.test(step) ? `step ${step.replace("#", "")}` : step;
}
