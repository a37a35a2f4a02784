/** A run's own folder: what its steps write, and where they look first. */
export function runFolder(dataDir: string, runId: string): string {
  return `${dataDir}/runs/${runId}`;
}
