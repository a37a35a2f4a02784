import type { PlanContext } from "./listed-plan.ts";

const RESTORED = /^(?:Back|Forward) to revision (\d+)/;

/** Where the plan was before its last `count` changes that are still in effect; null where that is not told. */
export function beforeChangesInEffect(count: number, context: PlanContext): number | null {
  const oldest = context.revisions[0]?.revision ?? 1;
  let revision = originOf(context.plan?.revision ?? 1, context);
  for (let back = 0; back < count && revision > 1; back += 1) {
    if (revision <= oldest) return null;
    revision = originOf(revision - 1, context);
  }
  return revision;
}

/** The revision that first had the plan which a revision has: one that was restored has that of an earlier one. */
export function originOf(revision: number, context: PlanContext): number {
  const words = context.revisions.find((item) => item.revision === revision)?.words ?? "";
  const from = Number(RESTORED.exec(words)?.[1] ?? revision);
  return from < revision && from > 0 ? originOf(from, context) : revision;
}

/** The changes that have made the plan what it is, oldest first: none that was taken back. */
export function changesInEffect(context: PlanContext): PlanContext["revisions"] {
  const changes: PlanContext["revisions"] = [];
  const oldest = context.revisions[0]?.revision ?? 1;
  let revision = originOf(context.plan?.revision ?? 1, context);
  while (revision > Math.max(oldest, 1)) {
    const change = context.revisions.find((item) => item.revision === revision);
    if (change) changes.unshift(change);
    revision = originOf(revision - 1, context);
  }
  return changes;
}
