import { shortened } from "./characters.ts";
import { nearNames } from "./check/known-names.ts";
import { err, ok, type Result } from "./result.ts";

const MAX_LENGTH = 100;

// Intl keeps the first name of a zone for ever; IANA has given these another one.
const RENAMED = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
]);

// Intl takes these too, and reads BST as Bangladesh and IST as India.
const ABBREVIATION = /^(?!GMT$|UCT$)[A-Z]{1,3}[DS]?T$/i;
const PLACES = new Map([
  ["BST", "Europe/London"],
  ["CET", "Europe/Berlin"],
  ["CST", "America/Chicago"],
  ["EST", "America/New_York"],
  ["IST", "Asia/Kolkata"],
  ["JST", "Asia/Tokyo"],
  ["MST", "America/Denver"],
  ["PST", "America/Los_Angeles"],
]);
const OFFSET = /^(?:UTC|GMT)? ?(?<sign>[+-])0?(?<hours>\d{1,2})(?::?(?<minutes>\d\d))?$/i;

/** The IANA name of a zone as it is written today, or why there is no such zone and what was probably meant. */
export function readTimezone(text: string): Result<string, string> {
  const name = text.trim();
  if (name === "") return err('A time zone is needed, such as "Europe/Berlin" or "UTC".');
  const offset = OFFSET.exec(name)?.groups;
  if (offset) return err(refusedOffset(name, offset));
  if (ABBREVIATION.test(name)) {
    const place = PLACES.get(name.toUpperCase()) ?? PLACES.get(name.toUpperCase().replace("DT", "ST"));
    return err(
      `The time zone "${name}" is short for more than one. The name of a place would work, such as "${place ?? "Europe/Berlin"}".`,
    );
  }
  const zone = name.length > MAX_LENGTH ? null : nameInIntl(name);
  return zone === null ? err(refusedName(name)) : ok(RENAMED.get(zone) ?? zone);
}

function nameInIntl(name: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function refusedOffset(name: string, offset: Record<string, string | undefined>): string {
  const hours = Number(offset["hours"]);
  const isWhole = Number(offset["minutes"] ?? 0) === 0 && hours >= 1 && hours <= 12;
  const fixed = isWhole
    ? ` Without changes of clocks that is "Etc/GMT${offset["sign"] === "+" ? "-" : "+"}${hours}", whose sign is reversed.`
    : "";
  return `The time zone "${name}" is an offset, which changes with summer time. The name of a place would work, such as "Europe/Berlin".${fixed}`;
}

function refusedName(name: string): string {
  const known = knownZones();
  const place = placeOf(name);
  const near =
    known.find((zone) => placeOf(zone) === place) ?? nearNames(name.replaceAll(" ", "_"), known)[0];
  const suggestion =
    near === undefined ? 'IANA names would work, such as "Europe/Berlin".' : `Did you mean "${near}"?`;
  return `There is no time zone "${shortened(name)}". ${suggestion}`;
}

function knownZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").map((zone) => RENAMED.get(zone) ?? zone)];
}

/** The last part of a zone's name in plain letters: "newyork". */
function placeOf(zone: string): string {
  return zone
    .slice(zone.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
