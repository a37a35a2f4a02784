/** What is typed and not sent, kept until the tab closes; a browser without storage keeps nothing. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(`stepwright.draft.${key}`) ?? "";
  } catch {
    return "";
  }
}

export function writeDraft(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(`stepwright.draft.${key}`);
    else sessionStorage.setItem(`stepwright.draft.${key}`, text);
  } catch {
    // Typing goes on without a copy.
  }
}
