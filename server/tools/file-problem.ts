const SENTENCES: Record<string, (asked: string) => string> = {
  ENOENT: (asked) => `There is no file "${asked}".`,
  EACCES: (asked) => `"${asked}" may not be used: the system denies access to it.`,
  EPERM: (asked) => `"${asked}" may not be used: the system denies access to it.`,
  EISDIR: (asked) => `"${asked}" is a folder. Name a file in it.`,
  ENOTDIR: (asked) => `"${asked}" cannot be used: a part of its path is a file, not a folder.`,
  EEXIST: (asked) => `"${asked}" cannot be used: a part of its path is a file, not a folder.`,
  ELOOP: (asked) => `"${asked}" is a link, and links are not written through.`,
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
