/** A file that is another one than was meant. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  readonly code: "LEFT_FOLDER" | "MANY_NAMES";

  constructor(code: FileFault["code"]) {
    super(code);
    this.code = code;
  }
}

const SENTENCES: Record<string, (asked: string) => string> = {
  ENOENT: (asked) => `There is no file "${asked}".`,
  EACCES: (asked) => `"${asked}" may not be used: the system denies access to it.`,
  EPERM: (asked) => `"${asked}" may not be used: the system denies access to it.`,
  EISDIR: (asked) => `"${asked}" is a folder. Name a file in it.`,
  ENOTDIR: (asked) => `"${asked}" cannot be used: a part of its path is a file, not a folder.`,
  EEXIST: (asked) => `"${asked}" cannot be used: a part of its path is a file, not a folder.`,
  ELOOP: (asked) => `"${asked}" is a link, and links are not written through.`,
  LEFT_FOLDER: (asked) => `"${asked}" was moved or became a link while it was opened, so it was not used.`,
  MANY_NAMES: (asked) =>
    `"${asked}" is the same file as another one elsewhere (a hard link), so it is not used. Copy it first.`,
  ENAMETOOLONG: () => "The path is too long for the file system. Give a shorter one.",
};

// Waiting or a person may mend these; another input cannot.
const TEMPORARY = ["EMFILE", "ENFILE", "EBUSY", "EAGAIN", "ENOSPC", "EDQUOT", "EIO", "EROFS"];

/** A file system error as a sentence without host paths, and whether waiting may help. */
export function fileProblem(error: unknown, asked: string): { message: string; isTemporary: boolean } {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const sentence = SENTENCES[code]?.(asked);
  return {
    message: sentence ?? `"${asked}" could not be used: the file system answered ${code || "with an error"}.`,
    isTemporary: TEMPORARY.includes(code),
  };
}
