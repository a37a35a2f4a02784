import { BaseSequencer, type TestSpecification } from "vitest/node";

// Files that wait more than they work come first, so that none of them runs on alone at the end.
const FIRST = [
  "test/chaos/",
  "test/commands/",
  "test/journeys/",
  "test/db/",
  "test/engine/",
  "test/agent/faults-seen",
  "test/tracing/",
  "test/services/",
  "test/routes/",
];

/** Begins with the files that take longest, on a machine that has never run them too. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = FIRST.findIndex((start) => moduleId.includes(`/${start}`));
  return place === -1 ? FIRST.length : place;
}
