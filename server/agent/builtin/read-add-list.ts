import { listOf } from "#server/core/list-of.ts";
import { TOGETHER } from "./idiom.ts";
import { type ListedStep, namesOf } from "./listed-plan.ts";
import { EXACT } from "./new-step-words.ts";
import { cardinal } from "./numerals.ts";
import { readPlace } from "./place.ts";
import { withQuotesHidden } from "./plain-words.ts";
import { addOne, withIdsTaken } from "./read-add.ts";
import { unquoted } from "./read-settings.ts";
import type { World } from "./reference.ts";
import { IN_TURN } from "./stages.ts";
import { type Edit, edits, type Reading } from "./understanding.ts";
import { type Wiring, wiredAt } from "./wired-at.ts";

const ADD =
  /^(?:(?:please|also|then|and) )*(?:add|insert|append|create|put in|include)(?: in)? (?:(?:the|these|some|following|new|more|further|extra|(two|three|four|five|six|\d)) )*(steps)?(?: called| named| titled)?[:,]? ?(.+)$/is;
const THEM =
  "(?:both|all(?: of (?:them|these|those)| three| four)?|them|those|these|they|the two|that)(?: (?:are|is) (?:done|finished|ready))?";
const ITEM = "(⟪\\d+⟫|[^,;]+?)";
const JOIN = new RegExp(
  `[,;]? (?:and then|then|and|followed by)[,:]? (?:a (?:last |final |new )?step )?${ITEM} (?:after|behind|once|when) ${THEM}$`,
  "i",
);
const NEXT = /[,;]? (?:and then|then|followed by) (⟪\d+⟫)$/i;
const BESIDE = new RegExp(
  `,? (?:both |all )?(?:to run |that run |which run |running )?${TOGETHER}(?! (?:as|to|with)\\b)`,
  "i",
);
const TURN = new RegExp(`,? (?:to run |that run |which run )?${IN_TURN}`, "i");
const SPLIT = /\s*[,;]\s*(?:and (?:then )?|then )?|\s+(?:and then|and|then|&)\s+/i;

// "Steps to clean and iron" tells what they are for, "steps 3 and 4" which ones.
const NO_TITLE = /[⟪:]|^#?\d|^(?:to|for|that|which|from|of|in|on|by|with|between|so)\b/i;

type Wish = { titles: string[]; isBeside: boolean; join: string | null; place: string };

/** Several new steps by their titles, one after the other or side by side, and one that waits for all of them. */
export function readAddList(clause: string, world: World): Reading {
  const wish = wishIn(clause);
  if (wish === null) return null;
  const { titles } = wish;
  const last = titles.at(-1) ?? "";
  const { place } = readPlace(wish.place);
  return wiredAt(place, last, world, (wiring) => added(wish, wiring, world));
}

function wishIn(clause: string): Wish | null {
  const quotes: string[] = clause.match(/"[^"]*"|```[\s\S]*?```|`[^`\n]*`/g) ?? [];
  const hidden = (text: string) =>
    quotes.reduce((bare, quote, index) => bare.replace(quote, `⟪${index}⟫`), text);
  const shown = (text: string) =>
    text.replace(/⟪(\d+)⟫/g, (_all, index: string) => quotes[Number(index)] ?? "");
  let wish: Wish | null = null;
  withQuotesHidden(clause, (bare) => {
    const [, count, isPlural, said = ""] = ADD.exec(bare) ?? [];
    const joined = JOIN.exec(said) ?? NEXT.exec(said);
    const list = joined ? said.slice(0, joined.index) : said;
    const isBeside = BESIDE.test(list);
    const words = list.replace(BESIDE, "").replace(TURN, "");
    const items = hidden(readPlace(shown(words)).rest)
      .replace(/^[\s:,]+|[\s,;]+$/g, "")
      .split(SPLIT)
      .map((item) => item.trim())
      .filter(Boolean);
    const isQuoted = items.every((item) => /^⟪\d+⟫$/.test(item));
    const isList = isQuoted || (isPlural !== undefined && items.every((item) => !NO_TITLE.test(item)));
    // "Two steps: wash and dry" is read where steps are counted.
    const isCounted = count !== undefined && !isBeside && joined === null;
    if (items.length < 2 || !isList || isCounted || (count !== undefined && cardinal(count) !== items.length))
      return bare;
    wish = {
      titles: items.map((item) => titled(shown(item))),
      isBeside,
      join: joined ? titled(shown(joined[1] ?? "")) : null,
      place: shown(words),
    };
    return bare;
  });
  return wish;
}

// A quoted title stays as it is.
function titled(item: string): string {
  return /^"/.test(item) ? `${EXACT}${unquoted(item)}` : unquoted(item.replace(/^(?:an?|the) /i, ""));
}

function added({ titles, isBeside, join }: Wish, { waits, required, place }: Wiring, world: World): Reading {
  const list: Edit[] = [];
  const about: ListedStep[] = [];
  const take = (title: string, awaited: ListedStep[]): Reading => {
    const last = about.at(-1);
    const reading = addOne(title, awaited, required, last ? [last] : place, withIdsTaken(world, about));
    if (reading?.type !== "edits") return reading;
    list.push(...reading.edits);
    about.push(...reading.about);
    return null;
  };
  for (const title of titles) {
    const last = about.at(-1);
    const failed = take(title, last && !isBeside ? [last] : waits);
    if (failed !== null) return failed;
  }
  const failed = join === null ? null : take(join, isBeside ? [...about] : about.slice(-1));
  if (failed !== null) return failed;
  const names = about.slice(0, titles.length).map((step) => `"${step.title}"`);
  const where = waits.length > 0 ? ` after ${namesOf(waits)}` : "";
  const beside = isBeside ? " side by side" : "";
  const behind = join === null ? "" : `, and "${about.at(-1)?.title}" behind ${isBeside ? "them" : "that"}`;
  return edits(list, about, `Added ${listOf(names)}${beside}${where}${behind}`);
}
