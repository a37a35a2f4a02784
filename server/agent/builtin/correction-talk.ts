import { editPlanInputSchema } from "#server/core/edit-schema.ts";
import { correctionFor } from "./correct-run.ts";
import type { Decision } from "./decide.ts";
import type { ReadPrompt, ToolAnswer } from "./read-prompt.ts";

const ASKED = [
  /^(?:propose|suggest|make|draft|show(?: me)?|give me)(?: me)? (?:a |the |some )?(?:correction|fix|repair|solution)s?(?: (?:for|to|of) (?:it|this|that|the (?:failed |last )?(?:run|failure|error|problem)))?$/i,
  /^(?:fix|repair|correct|mend|solve)(?: (?:it|this|that|the (?:plan|run|failed run|failure|error|problem|failed step|step that (?:failed|broke))))?$/i,
  /^(?:how (?:can|do|could|should) (?:i|we|you) (?:fix|repair|correct|mend|solve) (?:it|this|that|the (?:failure|error|problem|run))|what would fix (?:it|this|that)|make it work)$/i,
  /^(?:behebe?|repariere?|korrigiere?)(?: (?:es|das|den (?:fehler|plan|lauf)))?$|^(?:schlag|mach)e? (?:mir )?eine (?:korrektur|lösung) vor$/iu,
  /^(?:arréglalo|corrígelo|corrige (?:el (?:plan|error|fallo))|propón una corrección)$/iu,
  /^(?:corrige-le|répare-le|corrige(?:z)? (?:le plan|l'erreur)|propose(?:z)? une correction)$/iu,
];
const ACCEPTS =
  /^(?:yes|yep|ok(?:ay)?|sure|please do|do it|do that|go ahead|(?:i )?(?:accept|apply|take|make) (?:it|that|this|the (?:correction|fix|change))|accept|apply|ja|mach das|übernimm (?:es|das)|sí|acepta|hazlo|oui|accepte|fais-le)(?:[\s,]+(?:please|do it|accept it|apply it|bitte))?$/iu;

// Right after a run that failed, this asks for its reason.
const WHY =
  /^(?:(?:so|and|but|hm+|oh)[\s,]+)*(?:what (?:exactly )?(?:went wrong|happened|failed|broke|is wrong|was wrong|caused (?:it|this|that|the (?:failure|error|problem)))(?: (?:there|here|with (?:it|this|that|the (?:last )?run)|in (?:it|the (?:last )?run)))?|what(?: is|'s| was) (?:the )?(?:reason|cause|error|problem|matter)(?: (?:for|of|with) (?:it|this|that|the (?:failure|error|(?:failed |last )?run)))?|why(?: (?:did|has) (?:it|this|that|the (?:last )?run)(?: fail(?:ed)?| broken?| stop(?:ped)?| not work(?:ed)?| crash(?:ed)?)| (?:was|is) (?:that|it|this))?|how come|was (?:ist|ging|lief) (?:da )?(?:schief(?: ?gegangen| ?gelaufen)?|passiert)|warum(?: ist (?:es|er|das|der lauf) (?:fehlgeschlagen|gescheitert))?|¿?qué (?:salió|ha salido|fue) mal|¿?qué (?:pasó|ha pasado)|¿?por qué (?:falló|ha fallado)|qu'est-ce qui (?:n'a pas (?:marché|fonctionné)|s'est passé)|pourquoi (?:ça|il) a échoué)$/iu;

/** What a message about the run that failed comes to; null for any other. */
export function correctionTalk(message: string, prompt: ReadPrompt): Decision | null {
  const text = message
    .trim()
    .replace(/[’‘]/g, "'")
    .replace(
      /^(?:(?:please|ok(?:ay)?|now|then|bitte|por favor|(?:can|could|would) you(?: please)?)[\s,]+)+(?=\S)/iu,
      "",
    )
    .replace(/(?:[\s,]+(?:please|bitte|por favor|now))?[\s.!?]*$/iu, "");
  const accepted = ACCEPTS.test(text) ? acceptedEdit(prompt) : null;
  if (accepted !== null) return accepted;
  if (prompt.context.failedRun !== null && WHY.test(text))
    return { calls: [{ name: "read_run", input: { runId: null } }], reply: "" };
  if (!ASKED.some((pattern) => pattern.test(text))) return null;
  const { plan, failedRun, tools } = prompt.context;
  if (plan === null) return null;
  if (failedRun === null) {
    const isOfRun = /\brun\b|\b(?:correction|failure)\b/i.test(text);
    return isOfRun
      ? {
          calls: [],
          reply:
            "No failed run is reported in this conversation, or a later one has completed, so there is nothing to correct.",
        }
      : null;
  }
  const correction = correctionFor(failedRun, plan, tools);
  if (correction.type === "none")
    return { calls: [], reply: `${correction.why} I propose no change of the plan for that.` };
  const { edits, said } = correction;
  return {
    calls: [
      { name: "propose_correction", input: {} },
      {
        name: "edit_plan",
        input: { baseRevision: plan.revision, edits, changeDescription: correction.description },
      },
    ],
    reply: "",
    said: [said],
  };
}

// A card that is shown is accepted by words too: the same edits are made, while they fit.
function acceptedEdit({ past, context, asked }: ReadPrompt): Decision | null {
  const card = past.at(-1);
  if (card === undefined || !isCorrection(card) || !/\bcorrection\b/i.test(asked)) return null;
  const proposed = editPlanInputSchema.safeParse(card.input);
  if (!proposed.success) return null;
  const input = proposed.data;
  if (input.baseRevision !== context.plan?.revision)
    return {
      calls: [],
      reply: `The plan has changed since that correction was proposed: it was for revision ${input.baseRevision}. Nothing was changed. Ask for a new proposal.`,
    };
  return { calls: [{ name: "edit_plan", input: { ...input, edits: [...input.edits] } }], reply: "" };
}

function isCorrection({ name, text, failed }: ToolAnswer): boolean {
  return name === "edit_plan" && !failed && text.startsWith("A card with the correction is shown");
}
