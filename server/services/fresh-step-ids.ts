import type { PlanEdit, ProposePlanInput } from "#server/core/edit-schema.ts";

const MAX_ID_LENGTH = 64;
const ID_KEYS = new Set(["id", "step", "after", "with", "dependsOn", "requiredBy", "steps"]);

type Fresh<Value> = { value: Value; notes: string[] };

/** The proposal with another id for each step whose id the agent has used before: an id means one step for ever. */
export function proposalWithFreshIds(
  proposal: ProposePlanInput,
  usedIds: ReadonlySet<string>,
): Fresh<ProposePlanInput> {
  const ids = proposal.steps.map((step) => step.id);
  return withFreshIds(proposal, ids, usedIds, new Set(ids));
}

/**
 * The edits with another id for each new step whose id belonged to a step that is gone, also where
 * the edits themselves name it. Edits that begin with an earlier revision are left alone: what is gone
 * now may be there.
 */
export function editsWithFreshIds(
  edits: readonly PlanEdit[],
  usedIds: ReadonlySet<string>,
  presentIds: ReadonlySet<string>,
): Fresh<readonly PlanEdit[]> {
  if (edits[0]?.op === "restore_revision") return { value: edits, notes: [] };
  const restored = new Set(edits.flatMap((edit) => (edit.op === "restore_step" ? [String(edit.step)] : [])));
  const ids = edits.flatMap((edit) => {
    if (edit.op === "add_step") return [edit.step.id];
    return edit.op === "split_step" ? edit.parts.slice(1).map((part) => part.id) : [];
  });
  const isGone = (id: string) => !presentIds.has(id) && !restored.has(id);
  return withFreshIds(edits, ids.filter(isGone), usedIds, new Set([...ids, ...presentIds]));
}

function withFreshIds<Value>(
  value: Value,
  ids: readonly string[],
  usedIds: ReadonlySet<string>,
  standingIds: ReadonlySet<string>,
): Fresh<Value> {
  const taken = new Set([...usedIds, ...standingIds]);
  const renamed = new Map<string, string>();
  for (const id of ids) {
    if (!usedIds.has(id) || renamed.has(id)) continue;
    const fresh = freeId(id, taken);
    renamed.set(id, fresh);
    taken.add(fresh);
  }
  if (renamed.size === 0) return { value, notes: [] };
  const notes = [...renamed].map(
    ([id, fresh]) => `The id "${id}" belonged to an earlier step, so the new step has the id "${fresh}".`,
  );
  // Only ids are replaced, by ids, so the shape stays.
  return { value: renameIn(value, renamed, "") as Value, notes };
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  for (let suffix = 2; ; suffix += 1) {
    const fresh = `${id.slice(0, MAX_ID_LENGTH - 1 - String(suffix).length)}-${suffix}`;
    if (!taken.has(fresh)) return fresh;
  }
}

function renameIn(value: unknown, renamed: ReadonlyMap<string, string>, key: string): unknown {
  if (typeof value === "string") {
    const fresh = ID_KEYS.has(key) ? renamed.get(value) : undefined;
    return fresh ?? renameReferences(value, renamed);
  }
  if (Array.isArray(value)) return value.map((item) => renameIn(item, renamed, key));
  if (typeof value !== "object" || value === null) return value;

  const verifies = "field" in value && value.field === "verifies";
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      renameIn(item, renamed, verifies && name === "value" ? "step" : name),
    ]),
  );
}

function renameReferences(text: string, renamed: ReadonlyMap<string, string>): string {
  return text.replace(
    /(\$\{?)([A-Za-z0-9][\w-]*)(?=\.(?:output|status)\b)/g,
    (whole, opening: string, id: string) => {
      const fresh = renamed.get(id);
      return fresh === undefined ? whole : `${opening}${fresh}`;
    },
  );
}
