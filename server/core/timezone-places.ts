import { distance } from "fastest-levenshtein";
import { readTimezone } from "./schedule-timezone.ts";
import { clocksAt } from "./schedule-zone-clocks.ts";

/** The zone of a place as people name it; the clocks of `several` are not all alike. */
export type PlaceTimezone =
  | { type: "zone"; timezone: string }
  | { type: "several"; timezones: string[] }
  | { type: "unknown"; near: string | null };

const LANGUAGES = ["en", "de", "es", "fr"];
const HALF_A_YEAR_MS = 182 * 86_400_000;
const TIME_WORD = /[ -]+(?:time(?: ?zone)?|zeit|uhrzeit)$|^(?:hora|heure)(?: d[eu'] ?|'|\s+)/iu;
const UNITED_STATES = new Map([
  ["eastern", "America/New_York"],
  ["et", "America/New_York"],
  ["central", "America/Chicago"],
  ["ct", "America/Chicago"],
  ["mountain", "America/Denver"],
  ["mt", "America/Denver"],
  ["pacific", "America/Los_Angeles"],
  ["pt", "America/Los_Angeles"],
]);
// Cities of zones as other languages call them; Intl has no such list.
const OTHER_NAMES = new Map([
  ["wien", "vienna"],
  ["viena", "vienna"],
  ["vienne", "vienna"],
  ["rom", "rome"],
  ["roma", "rome"],
  ["prag", "prague"],
  ["praga", "prague"],
  ["warschau", "warsaw"],
  ["varsovia", "warsaw"],
  ["varsovie", "warsaw"],
  ["moskau", "moscow"],
  ["moscu", "moscow"],
  ["moscou", "moscow"],
  ["lissabon", "lisbon"],
  ["lisboa", "lisbon"],
  ["lisbonne", "lisbon"],
  ["athen", "athens"],
  ["atenas", "athens"],
  ["athenes", "athens"],
  ["kopenhagen", "copenhagen"],
  ["copenhague", "copenhagen"],
  ["brussel", "brussels"],
  ["bruselas", "brussels"],
  ["bruxelles", "brussels"],
  ["bukarest", "bucharest"],
  ["bucarest", "bucharest"],
  ["kairo", "cairo"],
  ["elcairo", "cairo"],
  ["londres", "london"],
  ["nuevayork", "newyork"],
  ["tokio", "tokyo"],
  ["peking", "shanghai"],
  ["beijing", "shanghai"],
  ["pekin", "shanghai"],
]);

/** The time zone that a city, a country or a zone's own name stands for. */
export function timezoneOfPlace(words: string, now: Date): PlaceTimezone {
  const place = words.trim().replace(/^the /i, "").replace(TIME_WORD, "").trim();
  const key = plain(place);
  if (key === "") return { type: "unknown", near: null };
  const state = UNITED_STATES.get(key);
  if (state !== undefined) return { type: "zone", timezone: state };
  const named = readTimezone(place);
  if (named.ok) return { type: "zone", timezone: named.value };
  const cities = citiesNamed(place, OTHER_NAMES.get(key) ?? key);
  if (cities.length > 0) return oneOf(cities, now);
  const country = zonesOfCountry(key);
  if (country.length > 0) return oneOf(country, now);
  // "Berliner Zeit" and the like.
  if (key.endsWith("er") && key !== plain(words)) return timezoneOfPlace(place.slice(0, -2), now);
  return { type: "unknown", near: nearCity(key) };
}

function oneOf(timezones: readonly string[], now: Date): PlaceTimezone {
  const [first] = timezones;
  const clocks = new Set(timezones.map((zone) => clocksOf(zone, now)));
  return first !== undefined && clocks.size === 1
    ? { type: "zone", timezone: first }
    : { type: "several", timezones: [...timezones] };
}

/** In winter and in summer. */
function clocksOf(zone: string, now: Date): string {
  return [now.getTime(), now.getTime() + HALF_A_YEAR_MS].map((at) => clocksAt(zone, at).offset).join();
}

function nearCity(key: string): string | null {
  const most = Math.floor(key.length / 4);
  const near = zones()
    .map((zone) => ({ city: cityOf(zone), away: distance(plain(cityOf(zone)), key) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)[0];
  return near?.city.replaceAll("_", " ") ?? null;
}

function citiesNamed(place: string, key: string): string[] {
  const listed = zones().filter((zone) => plain(cityOf(zone)) === key);
  if (listed.length > 0) return listed;
  // Names that Intl reads and does not list, such as Asia/Kolkata.
  const name = place.normalize("NFD").replace(/\p{M}/gu, "").trim().replace(/\s+/g, "_");
  const areas = new Set(zones().map((zone) => zone.slice(0, Math.max(zone.lastIndexOf("/"), 0))));
  return [...areas].flatMap((area) => {
    const read = /^[\w'-]+$/.test(name) && area !== "" ? readTimezone(`${area}/${name}`) : null;
    return read?.ok ? [read.value] : [];
  });
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1);
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

let known: string[] | undefined;

function zones(): string[] {
  known ??= Intl.supportedValuesOf("timeZone").map((zone) => {
    const read = readTimezone(zone);
    return read.ok ? read.value : zone;
  });
  return known;
}

type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

function zonesOfCountry(key: string): string[] {
  const region = countries().get(key);
  if (region === undefined) return [];
  const locale: LocaleWithZones = new Intl.Locale(`und-${region}`);
  return (locale.getTimeZones?.() ?? []).map((zone) => {
    const read = readTimezone(zone);
    return read.ok ? read.value : zone;
  });
}

let regions: Map<string, string> | undefined;

/** Two letters for each country, by its name in plain letters of each language. */
function countries(): Map<string, string> {
  if (regions !== undefined) return regions;
  regions = new Map();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const language of LANGUAGES) {
    for (const style of ["long", "short"] as const) {
      const names = new Intl.DisplayNames(language, { type: "region", style, fallback: "none" });
      for (const code of codes) {
        const name = names.of(code);
        if (name !== undefined && !regions.has(plain(name))) regions.set(plain(name), code);
      }
    }
  }
  return regions;
}
