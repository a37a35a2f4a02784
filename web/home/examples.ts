/** Briefs that run to the end with the built-in planner and tools alone, without any key. */
export const EXAMPLES: readonly { title: string; brief: string }[] = [];
