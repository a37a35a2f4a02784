import type { ListedStep } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { cardinal, ordinal } from "./numerals.ts";
import type { Reference, World } from "./reference.ts";
import { resolve, type Preference } from "./resolve.ts";
import { isStopWord, wordsIn } from "./words.ts";

// Words around the name of a step that name nothing themselves.
const LEADING =
  /^(?:(?:please|and|but|so|then|also|that(?! (?:one|step)\b)|you|we|anybody|anyone|somebody|someone|nobody|for|on|about|to|at|with|of|from|over|before|after|just|even|ever|actually|really|go ahead (?:and|with)|go on (?:and|with)|proceed (?:with|to)|dare(?: to)?|let|make sure(?: that)?|execute|do|run|start|carry out|begin|executing|doing|running|starting|carrying out|the time comes (?:for|to)|it comes to|gets|is|are|being|to be|should|must|may|can|could)\b[\s,:]*)+/i;
const AUXILIARY =
  "(?:can|could|may|might|must|should|shall|will|would|is|are|was|were|be|been|being|gets?|has|have|had|does|do|needs?|ought|going|to|not|never|only|also|both|all|each|always|still|again|now|first|really|even|simply|either|there|here|please|too|as well|then|up|just|ever|any more|any longer|it|them|that|this|they|i|you|we|personally|myself|ourselves)";
const DEED =
  "(?:go(?:es)?|going|gone|run|runs|running|started|starts?|starting|happen(?:s|ing|ed)?|done|executed|sent|placed|made|carried|proceeds?|continues?|begins?|begun|happening|comes?|up|out|ahead|off|on|live|through|anywhere|at all|fine|ok|okay|allowed|due|in)";
const TRAILING = new RegExp(`(?:[\\s,:;–-]+(?:${AUXILIARY}|${DEED}))+$`, "i");

// The description without what leads to it, and without what follows it.
function descriptionsIn(text: string): string[] {
  const bare = text
    .trim()
    .replace(/^[\s,:;–-]+|[\s,:;.!–-]+$/g, "")
    .replace(LEADING, "");
  const short = bare.replace(TRAILING, "").trim();
  return [...new Set([bare, short])].filter((words) => words !== "" && !/^(?:the )?ones?$/i.test(words));
}

const REFERRING = new Set(
  `step steps no nr number last first final next previous odd even all every each everything anything any both other others rest remaining
  one ones two three four five six except but after before behind from to until through between of and or it them that this those these up on
  starting following plus only single`.split(/\s+/),
);
// Verbs that say no more than that something is done.
const DOING = new Set(
  `do does doing done run runs running start starts started happen happens go goes going gone make makes made place places placed placing put
  get gets let carry out ahead send sends sent sending issue issued execute executed take takes handle handled give work come comes receive receives received hear hears obtain leave leaves reach reaches appear appears land lands`.split(
    /\s+/,
  ),
);

/** The steps that a text names when it names nothing else; otherwise why it does not, or null. */
export function namedWholly(text: string, world: World, prefer?: Preference): Reference | null {
  const readings = descriptionsIn(text).map((words): Reference => {
    const reference = resolve(words, world, prefer);
    if (reference.type !== "steps") return reference;
    const unknown = reference.steps.length === 0 || unknownWords(words, reference.steps).length > 0;
    return unknown ? { type: "missing", text: words, number: null } : reference;
  });
  return readings.find(({ type }) => type === "steps") ?? readings.at(-1) ?? null;
}

function unknownWords(text: string, steps: readonly ListedStep[]): string[] {
  return wordsIn(text).filter(
    (word) =>
      !isStopWord(word) &&
      !REFERRING.has(word) &&
      !DOING.has(word) &&
      cardinal(word) === null &&
      ordinal(word) === null &&
      !/^s\d+$/.test(word) &&
      matchTitles(word, steps, 0.1).length === 0,
  );
}
