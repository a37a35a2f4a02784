import type { ProposePlanInput } from "#server/core/edit-schema.ts";

const MAX_ID_LENGTH = 64;

/**
 * The proposal with another id for each step whose id the agent has used before, also where the
 * proposal's own links and references name it: an id means one step for ever.
 */
export function withFreshStepIds(proposal: ProposePlanInput, usedIds: ReadonlySet<string>): ProposePlanInput {
  const taken = new Set([...usedIds, ...proposal.steps.map((step) => step.id)]);
  const renamed = new Map<string, string>();
  for (const { id } of proposal.steps) {
    if (!usedIds.has(id) || renamed.has(id)) continue;
    const fresh = freeId(id, taken);
    renamed.set(id, fresh);
    taken.add(fresh);
  }
  if (renamed.size === 0) return proposal;

  const named = (reference: string | number) =>
    typeof reference === "string" ? (renamed.get(reference) ?? reference) : reference;
  return {
    ...proposal,
    steps: proposal.steps.map((step) => ({
      ...step,
      id: renamed.get(step.id) ?? step.id,
      dependsOn: step.dependsOn.map(named),
      settings: step.settings.map((setting) => {
        if (setting.field === "verifies")
          return { ...setting, value: setting.value === null ? null : named(setting.value) };
        if (setting.field === "if" || setting.field === "input") {
          return {
            ...setting,
            value: setting.value === null ? null : referencesRenamed(setting.value, renamed),
          };
        }
        return setting;
      }),
    })),
  };
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  for (let suffix = 2; ; suffix += 1) {
    const fresh = `${id.slice(0, MAX_ID_LENGTH - 1 - String(suffix).length)}-${suffix}`;
    if (!taken.has(fresh)) return fresh;
  }
}

function referencesRenamed(text: string, renamed: ReadonlyMap<string, string>): string {
  return text.replace(
    /(\$\{?)([A-Za-z0-9][\w-]*)(?=\.(?:output|status)\b)/g,
    (whole, opening: string, id: string) => {
      const fresh = renamed.get(id);
      return fresh === undefined ? whole : `${opening}${fresh}`;
    },
  );
}
