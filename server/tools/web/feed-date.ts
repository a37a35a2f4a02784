const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d|\b(?![AP]M\b)[A-Z]{1,5}(?:\s*\(.*\))?)\s*$/;
const ONLY_DATE = /^\d{4}-\d\d-\d\d$/;
// RFC 822 has zones by name; others than American ones are not understood by every parser of dates.
const ZONES: Record<string, string> = {
  UT: "+0000",
  WET: "+0000",
  BST: "+0100",
  CET: "+0100",
  MEZ: "+0100",
  CEST: "+0200",
  MESZ: "+0200",
  EET: "+0200",
  EEST: "+0300",
  JST: "+0900",
};

/** The date of an item as ISO; null for a text that is none. A time without a zone is UTC. */
export function feedDate(text: string | undefined): string | null {
  const given = text?.trim().replace(/\b[A-Z]{2,4}$/, (zone) => ZONES[zone] ?? zone) ?? "";
  if (given === "") return null;
  const isIso = /^\d{4}-\d\d-\d\dT/.test(given);
  const zoned = ONLY_DATE.test(given) || HAS_ZONE.test(given) ? given : `${given}${isIso ? "Z" : " UTC"}`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
