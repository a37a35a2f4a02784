/** Of a figure that every process counts for itself: a watcher adds them up. */
export function inProcess(what: string): string {
  return `${what}. Of this process.`;
}

/** Of a figure that is read from the database: every process serves the same one. */
export function inDatabase(what: string): string {
  return `${what}. Of all processes, from the database.`;
}
