import { type Graph, numberOf, stepOf } from "./oracle.ts";
import { between, oneOf, type Random } from "./random.ts";

const ORDINALS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
];
const SLIP_RATE = 0.06;
const SLIP_LENGTH = 7;

/** One of the ways in which people name a step, each of which means it alone. */
export function nameOf(random: Random, graph: Graph, id: string): string {
  const number = numberOf(graph, id);
  const { title } = stepOf(graph, id);
  const [verb = "", ...rest] = title.split(" ");
  const ordinal = ORDINALS[number - 1];
  const spoken = `${verb.toLowerCase()} ${rest.join(" ")}`;
  return oneOf(random, [
    `step ${number}`,
    `step ${number}`,
    `step ${number}`,
    `#${number}`,
    `number ${number}`,
    `"${title}"`,
    `"${title}"`,
    `“${title}”`,
    `step ${number} (${title})`,
    `step "${title}"`,
    `the step "${slipped(random, spoken)}"`,
    ...(ordinal === undefined ? [`the ${number}${suffixOf(number)} step`] : [`the ${ordinal} step`]),
    ...(number === graph.length ? ["the last step", "the very last step"] : []),
  ]);
}

export function numbersOf(graph: Graph, ids: readonly string[]): number[] {
  return ids.map((id) => numberOf(graph, id)).sort((a, b) => a - b);
}

/** The words by which a reply may name one of the steps. */
export function mentionsOf(graph: Graph, ids: readonly string[]): string[] {
  return ids.flatMap((id) => [String(numberOf(graph, id)), stepOf(graph, id).title]);
}

/** Two neighbouring letters change places in a long word, now and then. */
function slipped(random: Random, words: string): string {
  return words
    .split(" ")
    .map((word) => {
      if (word.length < SLIP_LENGTH || random() > SLIP_RATE) return word;
      const at = between(random, 1, word.length - 3);
      return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
    })
    .join(" ");
}

function suffixOf(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
}
