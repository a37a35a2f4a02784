const STEPS_HEADING = /^## Steps[ \t]*\n/m;
const BLANK = /^[ \t]*\n?$/;
const ITEM = /^\d{1,9}([.)]) {1,4}(?=\S)/;

type DocumentParts = { start: string; steps: string[] };

/**
 * A document in parts that read alone as they read together: reading one list takes time by the square of
 * its items. `start` ends with the heading of the steps, each step is a part, and what follows belongs to
 * the last one. It holds when that line is a heading, and no line of a code block. Null when nothing
 * can be cut off.
 */
export function documentParts(text: string): DocumentParts | null {
  const heading = STEPS_HEADING.exec(text);
  if (!heading) return null;
  const stepsAt = heading.index + heading[0].length;
  const cuts: number[] = [];
  let mark = "";
  let margin = "";
  for (const { 0: line, index } of text.slice(stepsAt).matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const isInside = margin !== "" && line.startsWith(margin);
    if (isInside || BLANK.test(line)) continue;
    const [item, sign = ""] = ITEM.exec(line) ?? [];
    if (item === undefined || (mark !== "" && sign !== mark)) break;
    mark = sign;
    margin = " ".repeat(item.length);
    cuts.push(stepsAt + index);
  }
  if (cuts.length === 0) return null;
  return {
    start: text.slice(0, stepsAt),
    steps: cuts.map((cut, place) => text.slice(cut, cuts[place + 1])),
  };
}
