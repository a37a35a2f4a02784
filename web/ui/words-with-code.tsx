/** A sentence in which what stands between backticks is code. */
export function WordsWithCode({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have their places.
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
