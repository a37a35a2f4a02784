/** Equal for every try of the same attempt, so that it starts one run however often it is made. */
export function childKey(place: { runId: string; stepId: string; attempt: number }): string {
  return `step:${place.runId}:${place.stepId}:${place.attempt}`;
}
