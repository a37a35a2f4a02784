import { placeAt } from "#server/core/check/schema-place.ts";
import { canonicalJson, type Json } from "#server/core/json.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Path } from "#server/core/path.ts";
import type { Step } from "#server/core/plan.ts";
import { writeReference } from "#server/core/references.ts";
import { type Draft, lowered, nameOfSlot, refuse, unique } from "./draft.ts";
import { outputsRead } from "./step-references.ts";

const CALL = ["kind", "tool", "agent", "input", "check", "wait"] as const satisfies readonly (keyof Step)[];

/** Refuses a merge after which a step would read what the merged step does not give; judged on the end only. */
export function refuseLostOutputs(draft: Draft): void {
  for (const [from, reads] of draft.readOfMerged) {
    let merged = from;
    for (let into = draft.mergedInto.get(merged); into; into = draft.mergedInto.get(merged)) merged = into;
    const { id } = merged.step;
    const lost = reads.filter(({ reader, reference }) => {
      const now = writeReference({ ...reference, stepId: id });
      const isRead = outputsRead(reader.step, id).some((item) => writeReference(item) === now);
      return isRead && draft.slots.includes(reader) && !gives(merged.step, from.step, reference.path);
    });
    for (const [reader, items] of Map.groupBy(lost, (item) => item.reader)) {
      const read = listOf(unique(items.map(({ reference }) => writeReference(reference))));
      const says = `reads ${read}, which the merged step would no longer give. First change what its input and condition read, or leave ${lowered(nameOfSlot(draft, from))} out of the merge.`;
      refuse(draft, "broken_reference", `${nameOfSlot(draft, reader)} ${says}`, reader);
    }
  }
}

/** A step gives what another gave at a path when it makes the same call and the schemas say the same of the path. */
function gives(step: Step, other: Step, path: Path): boolean {
  if (callOf(step) !== callOf(other)) return false;
  const [now, before] = [step.outputSchema, other.outputSchema];
  if (!now || !before) return now === before;
  if (canonicalJson(now) === canonicalJson(before)) return true;
  const [place, old] = [placeAt(now, path), placeAt(before, path)];
  if (old?.type === "missing") return true;
  return old !== null && canonicalJson(place) === canonicalJson(old);
}

function callOf(step: Step): string {
  return canonicalJson(CALL.map((field): Json => step[field] ?? null));
}
