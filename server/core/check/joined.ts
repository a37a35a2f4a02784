import type { Issue } from "#server/core/plan.ts";

/** All issues in one list. Most lists are empty in a plan that is sound. */
export function joined(...lists: readonly (readonly Issue[])[]): Issue[] {
  const all: Issue[] = [];
  for (const list of lists) {
    if (list.length > 0) for (const issue of list) all.push(issue);
  }
  return all;
}
