/** What one edit did, from the planner's call: untrusted, so every field is looked at before it is shown. */
type EditWords = { verb: EditVerb; words: string; detail: string; stepNumber: number | null };
export type EditVerb = "add" | "remove" | "change" | "link" | "move" | "restore" | "other";

export function callWords(toolName: string, input: unknown): EditWords[] {
  if (toolName === "edit_plan") {
    const edits = fieldOf(input, "edits");
    return Array.isArray(edits) ? edits.map(editWords) : [];
  }
  return [toolWords(toolName, input)];
}

function toolWords(toolName: string, input: unknown): EditWords {
  const plain = (verb: EditVerb, words: string, detail = ""): EditWords => ({
    verb,
    words,
    detail,
    stepNumber: null,
  });
  switch (toolName) {
    case "propose_plan": {
      const steps = fieldOf(input, "steps");
      return plain("add", "Drew up the plan", Array.isArray(steps) ? `${steps.length} steps` : "");
    }
    case "restore_revision":
      return plain("restore", "Went back", textOf(fieldOf(input, "revision"), "to r"));
    case "save_plan":
      return plain("other", "Saved the plan");
    case "find_tools":
      return plain("other", "Looked for tools", textOf(fieldOf(input, "query")));
    case "read_run":
      return plain("other", "Read a run", textOf(fieldOf(input, "runId")));
    case "start_run":
      return plain("other", "Proposed a run");
    case "propose_correction":
      return plain("other", "Proposed a correction");
    case "set_schedule":
      return plain("other", "Proposed a schedule", textOf(fieldOf(input, "cron")));
    case "set_webhook":
      return plain("other", "Proposed a webhook");
    default:
      return plain("other", toolName.replaceAll("_", " "));
  }
}

const EDITS: Record<string, { verb: EditVerb; words: string }> = {
  set_plan: { verb: "change", words: "Changed the plan" },
  add_step: { verb: "add", words: "Added a step" },
  update_step: { verb: "change", words: "Changed step" },
  remove_step: { verb: "remove", words: "Removed step" },
  split_step: { verb: "change", words: "Split step" },
  merge_steps: { verb: "change", words: "Merged steps" },
  restore_step: { verb: "restore", words: "Brought back a step" },
  set_dependencies: { verb: "link", words: "Set what it waits for" },
  add_dependency: { verb: "link", words: "Made it wait" },
  remove_dependency: { verb: "link", words: "Stopped it waiting" },
  move_step: { verb: "move", words: "Moved step" },
  swap_steps: { verb: "move", words: "Swapped steps" },
  restore_revision: { verb: "restore", words: "Went back" },
};

function editWords(edit: unknown): EditWords {
  const name = textOf(fieldOf(edit, "op"));
  const known = EDITS[name] ?? {
    verb: "other" as const,
    words: name.replaceAll("_", " ") || "Changed the plan",
  };
  const step = fieldOf(edit, "step");
  const other = fieldOf(edit, "with");
  const dependsOn = fieldOf(edit, "dependsOn");
  const details = [
    textOf(fieldOf(step, "title")),
    Array.isArray(dependsOn) ? `${stepText(step)} after ${stepText(dependsOn) || "nothing"}` : "",
    other === undefined ? "" : `${stepText(step)} and ${stepText(other)}`,
    stepText(step ?? fieldOf(edit, "steps")),
    textOf(fieldOf(edit, "revision"), "to r"),
  ];
  return { ...known, detail: details.find((text) => text !== "") ?? "", stepNumber: stepNumberOf(step) };
}

function stepText(step: unknown): string {
  if (Array.isArray(step))
    return step
      .map((item) => textOf(item))
      .filter(Boolean)
      .join(", ");
  return textOf(step);
}

function stepNumberOf(step: unknown): number | null {
  return typeof step === "number" && Number.isInteger(step) && step > 0 ? step : null;
}

function textOf(value: unknown, before = ""): string {
  if (typeof value === "string") return value === "" ? "" : before + value;
  return typeof value === "number" ? `${before}${value}` : "";
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
