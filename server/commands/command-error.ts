/** What a command cannot do, said to the person in one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
