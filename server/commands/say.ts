/** For what a person reads while a command works; its result goes to stdout. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
