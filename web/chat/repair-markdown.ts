/** Closes what a text that is cut off mid-stream leaves open, so that it does not flicker while it grows. */
export function repairMarkdown(source: string): string {
  if (countOf(source, /^(?:```|~~~)/gmu) % 2 === 1) return source;
  let text = source.replace(/\[([^\]\n]*)\]\([^)\n]*$/u, "$1").replace(/(?:\*{1,2}|`|\[|_|~{1,2})$/u, "");
  if (countOf(text, /`/gu) % 2 === 1) text += "`";
  if (countOf(text, /\*\*/gu) % 2 === 1) return `${text}**`;
  const isEmphasisOpen = countOf(text.replace(/\*\*/gu, ""), /(?:^|\s)\*\S|\S\*(?:\s|[.,;:]|$)/gu) % 2 === 1;
  return isEmphasisOpen ? `${text}*` : text;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
