const LETTERED = /(?:^|(?<=[\s:;,(]))([a-z])[.)][^\S\n]+(?=\S)/gi;
const STEP_LETTER =
  /^([^\S\n]*)(?:[-*+][^\S\n]+)?(?:step|task|schritt|étape|etape|paso|passo)[^\S\n]+([a-z])[^\S\n]*[:.)–-][^\S\n]*(?=\S)/gimu;
const NEEDS =
  "(?:needs|requires|uses|takes|depends on|builds on|follows|(?:has to |must |should )?waits? for|(?:(?:is|comes|runs|goes|starts|begins) )?(?:only )?after|braucht|wartet auf|kommt nach|nach|necesita|depende de|espera a|va después de|après|dépend de|attend)";
const ONE = "(?:[a-z]|\\d{1,2})";
const STEP = "(?:step |schritt |paso |l'étape )?";
const NAME = `${STEP}(${ONE})`;
const NAMES = `((?:both )?${STEP}${ONE}(?:(?:,? and|,? und|,? y|,? et|,| &) ${STEP}${ONE})*)`;
const WAITS = new RegExp(`^(?:and |but |then )?${NAME} ${NEEDS} ${NAMES}(?: only)?$`, "i");
const BEFORE = new RegExp(
  `^(?:and |but |then )?${NAME} (?:(?:comes|runs|goes|is) )?(?:before|vor|antes de|avant) ${NAMES}$`,
  "i",
);
const NAMED_BEHIND = new RegExp(`^(.*\\S)[,;–-]+ ?(?:(?:it|which|that|and) )?${NEEDS} ${NAMES}[.]?$`, "i");
const NEXT_CLAUSE = new RegExp(
  `(?:[,;]\\s*(?:and\\s+|und\\s+|y\\s+|et\\s+)?|\\s+(?:and|und|y|et)\\s+)(?=${NAME} (?:${NEEDS}|(?:comes |runs |goes |is )?before) )`,
  "i",
);

/** Work named by letters as a list with one line a letter, each with the letters that it waits for. */
export function withLettersAsList(brief: string): string {
  return withRelations(withLinesForLetters(withBareLetters(withStepLetters(brief))));
}

const BARE_LETTER = /^([^\S\n]*)([A-Z])[^\S\n]*[:.)–-][^\S\n]+(?=\S)/gm;

// "A: load" line by line, from A on.
function withBareLetters(brief: string): string {
  const letters = [...brief.matchAll(BARE_LETTER)].map((found) => found[2]);
  const isRow = letters.length > 1 && letters.every((letter, at) => letter === String.fromCharCode(65 + at));
  return isRow ? brief.replace(BARE_LETTER, "$1- $2) ") : brief;
}

// "Step A: load" line by line.
function withStepLetters(brief: string): string {
  return (brief.match(STEP_LETTER)?.length ?? 0) > 1
    ? brief.replace(STEP_LETTER, (_all, margin: string, letter: string) => `${margin}- ${letter}) `)
    : brief;
}

// "Plan: a) fetch b) clean c) plot." in one line.
function withLinesForLetters(brief: string): string {
  return brief
    .split("\n")
    .map((line) => {
      const marks = [...line.matchAll(LETTERED)];
      const isRow = marks.every((mark, at) => mark[1]?.toLowerCase() === String.fromCharCode(97 + at));
      if (marks.length < 2 || !isRow) return line;
      const lead = line.slice(0, marks[0]?.index).trim();
      const items = marks.map((mark, at) =>
        line
          .slice(mark.index, marks[at + 1]?.index)
          .trim()
          .replace(/[,;]$|[,;]? (?:and|und|y|et)$/i, ""),
      );
      if (items.some((item) => !/^[a-z][.)]\s+\S/i.test(item))) return line;
      const [, last = "", told = ""] = /^(.*?[^.;!]{2})(?:[.;!]\s+(.+))?$/s.exec(items.at(-1) ?? "") ?? [];
      const list = [...items.slice(0, -1), last.replace(/[.;!]+$/, "")];
      return [...(lead === "" ? [] : [lead, ""]), ...list, ...(told === "" ? [] : ["", told])].join("\n");
    })
    .join("\n");
}

type Relation = { of: string; on: string[] };

function withRelations(brief: string): string {
  const letters = new Set(
    [...brief.matchAll(/^[^\S\n]*(?:[-*+] )?([a-z]|\d{1,2})[.)] /gim)].map((found) =>
      (found[1] ?? "").toLowerCase(),
    ),
  );
  if (letters.size < 2) return brief;
  const told: Relation[] = [];
  const rest = brief
    .split("\n")
    .map((line) => {
      if (/^\s*(?:[-*+] )?[a-z][.)] /i.test(line)) return withAside(line, letters);
      if (/^\s*\d+[.)] /.test(line)) return line;
      const left = line.split(/(?<=[.;!])\s+/).filter((sentence) => {
        const relations = relationsIn(sentence);
        if (!relations?.every(({ of, on }) => [of, ...on].every((name) => letters.has(name)))) return true;
        told.push(...relations);
        return false;
      });
      return left.join(" ");
    })
    .join("\n");
  return told.reduce(
    (text, { of, on }) =>
      text.replace(
        new RegExp(`^([^\\S\\n]*(?:[-*+] )?${of}[.)] .*?)[.]?$`, "im"),
        `$1 (after ${on.join(" and ")})`,
      ),
    rest,
  );
}

// "B) parse, after A": what the item waits for is no part of its name.
function withAside(line: string, letters: ReadonlySet<string>): string {
  const [, item, names = ""] = NAMED_BEHIND.exec(line) ?? [];
  return item !== undefined && namesIn(names).every((name) => letters.has(name))
    ? `${item} (after ${names})`
    : line;
}

function relationsIn(sentence: string): Relation[] | null {
  const clauses = sentence
    .trim()
    .replace(/[.;!]+$/, "")
    .split(NEXT_CLAUSE)
    .filter((part) => part !== undefined && part.length > 2);
  const relations = clauses.map((clause): Relation[] | null => {
    const waits = WAITS.exec(clause.trim());
    if (waits) return [{ of: (waits[1] ?? "").toLowerCase(), on: namesIn(waits[2] ?? "") }];
    const before = BEFORE.exec(clause.trim());
    return before
      ? namesIn(before[2] ?? "").map((of) => ({ of, on: [(before[1] ?? "").toLowerCase()] }))
      : null;
  });
  return relations.length === 0 || relations.includes(null) ? null : relations.flatMap((own) => own ?? []);
}

function namesIn(list: string): string[] {
  return [...list.toLowerCase().matchAll(/(?<![\p{L}\d])(?:[a-z]|\d{1,2})(?![\p{L}\d])/gu)].map(
    (found) => found[0],
  );
}
