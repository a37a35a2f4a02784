const HOUR = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const PAST = "(?:half|(?:a )?quarter|five|ten|twenty|twenty-five) (?:past|to|after|before)";
const SPOKEN = `(?:${PAST} (?:${HOUR}|\\d{1,2})|${HOUR} o'clock|(?<=\\b(?:at|by) )${HOUR}(?= (?:in the|at night|every|each|on)\\b|\\s*[,:.;]|$))`;
/** Times of day that have a name, in a pattern. */
export const NAMED_TIME = "noon|midday|midnight|mittags?|mitternacht|mediodía|medianoche|midi|minuit";

/** A time of day in a pattern: "at 9:30", "um 18 Uhr", "à midi". */
export const TIME = `(?:,? ?(?:at|um|gegen|zu|a las?|a|à|@|by)? ?(?:${NAMED_TIME}|${SPOKEN}|\\d{1,2}(?:[:.]\\d{2})?(?: ?h(?: ?\\d{2})?(?![a-z]))? ?(?:am|pm|a\\.m\\.|p\\.m\\.|o'clock|uhr|heures?)?)(?=[\\s,:.;!)]|$)(?: in the (?:morning|afternoon|evening))?)`;

/** "7:30", "9 Uhr", "5 pm", "8 h" as the first two fields of a cron expression; null without a time. */
export function timeIn(words: string): string | null {
  const text = withDigits(words);
  if (/(?<!\p{L})(?:noon|midday|mittags?|mediodía|midi)(?!\p{L})/iu.test(text)) return "0 12";
  if (/(?<!\p{L})(?:midnight|mitternacht|medianoche|minuit)(?!\p{L})/iu.test(text)) return "0 0";
  const found =
    /(?:^|\s|,)(?:at |um |gegen |a las? |à |@ ?|by )?(\d{1,2})(?:[:.](\d{2})| ?h ?(\d{2})?)? ?(am|pm|a\.m\.|p\.m\.)?(?=\s|$|[,.;:)]|o'clock|uhr|h\b)/i.exec(
      text,
    );
  if (!found) return null;
  const half = found[4]?.toLowerCase().replaceAll(".", "") ?? (LATE.test(text) ? "pm" : undefined);
  const raw = Number(found[1]);
  const hour = half === "pm" && raw < 12 ? raw + 12 : half === "am" && raw === 12 ? 0 : raw;
  const minute = Number(found[2] ?? found[3] ?? 0);
  return hour > 23 || minute > 59 ? null : `${minute} ${hour}`;
}

const LATE = /\b(?:evenings?|afternoons?|abends?|nachmittags?|tardes?|noches?|soirs?|après-midi)\b/i;
const HOURS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MINUTES: Record<string, number> = {
  half: 30,
  quarter: 15,
  five: 5,
  ten: 10,
  twenty: 20,
  "twenty-five": 25,
};

// "half past nine" as "9:30".
function withDigits(text: string): string {
  return text
    .replace(
      new RegExp(
        `\\b(?:a )?(half|quarter|five|ten|twenty|twenty-five) (past|after|to|before) (${HOUR}|\\d{1,2})\\b`,
        "i",
      ),
      (_all, part: string, side: string, hour: string) => {
        const full = hourOf(hour);
        const minutes = MINUTES[part.toLowerCase()] ?? 0;
        const isPast = /past|after/i.test(side);
        return `${isPast ? full : (full + 23) % 24}:${String(isPast ? minutes : 60 - minutes).padStart(2, "0")}`;
      },
    )
    .replace(
      new RegExp(`\\b(at |by )?(${HOUR})(?: o'clock|(?<=\\b(?:at|by) ${HOUR}))`, "i"),
      (_all, lead: string | undefined, hour: string) => `${lead ?? ""}${hourOf(hour)}`,
    );
}

function hourOf(text: string): number {
  const index = HOURS.indexOf(text.toLowerCase());
  return index >= 0 ? index : Number(text);
}
