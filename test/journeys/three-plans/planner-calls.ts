import type { Json } from "#server/core/json.ts";

type Kind = "tool" | "reasoning";

/** A step as a model writes it: JSON in a setting is text. */
export function newStep(
  [id, title]: [id: string, title: string],
  kind: Kind,
  dependsOn: string[],
  settings: Record<string, Json>,
  words: { instructions?: string; expectedOutput?: string } = {},
) {
  const { instructions = `${title}.`, expectedOutput = `${title}: done.` } = words;
  return { id, title, kind, instructions, expectedOutput, dependsOn, settings: settingsOf(settings) };
}

export type NewStep = ReturnType<typeof newStep>;

export function settingsOf(settings: Record<string, Json>) {
  return Object.entries(settings).map(([field, value]) => ({
    field,
    value: typeof value === "object" && value !== null ? JSON.stringify(value) : value,
  }));
}

export function firstPlan(title: string, objective: string, steps: NewStep[]) {
  return {
    title,
    objective,
    steps,
    assumptions: [],
    completionCriteria: "",
    tags: [],
    budget: null,
    startOver: false,
    changeDescription: "First plan",
  };
}

/** A step that tells the team which of the others failed, and why. It runs although they did. */
export function tellTeam(watched: Record<string, string>) {
  const ids = Object.keys(watched);
  const lines = Object.entries(watched).map(([id, title]) => `- ${title}: \${${id}.status} \${${id}.error}`);
  return newStep(["tell-the-team", "Tell the team what failed"], "tool", ids, {
    tool: "send_webhook",
    input: { url: "{{secret.TEAM_HOOK}}", body: { text: `Something failed:\n${lines.join("\n")}` } },
    if: ids.map((id) => `$${id}.status == 'failed'`).join(" || "),
  });
}

export function addedAtEnd(baseRevision: number, step: NewStep) {
  const edits = [{ op: "add_step", step, after: null, requiredBy: [] }];
  return { baseRevision, edits, changeDescription: `Added ${step.title}` };
}

/** What `update_step` takes: settings of steps by their ids. */
export function changed(baseRevision: number, changes: Record<string, Record<string, Json>>, what: string) {
  const edits = Object.entries(changes).map(([step, settings]) => ({
    op: "update_step",
    step,
    changes: settingsOf(settings),
  }));
  return { baseRevision, edits, changeDescription: what };
}
