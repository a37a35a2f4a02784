import { readdir } from "node:fs/promises";
import path from "node:path";
import { distance } from "fastest-levenshtein";
import { isInside, realOrNull, type Place } from "./file-places.ts";

/** The file, in the folder that was named of one of the places, whose name is nearly the one asked for. */
export async function nearFile(asked: string, places: readonly Place[]): Promise<string | null> {
  const { dir, base } = path.parse(path.normalize(asked));
  const most = Math.max(1, Math.floor(base.length / 4));
  const found = await Promise.all(places.map((place) => namesIn(place, dir)));
  const [nearest] = found
    .flat()
    .map((name) => ({ name, away: distance(name.toLowerCase(), base.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return nearest === undefined ? null : path.join(dir, nearest.name);
}

async function namesIn(place: Place, folder: string): Promise<string[]> {
  const [root, real] = [await realOrNull(place.folder), await realOrNull(path.resolve(place.folder, folder))];
  if (root === null || real === null || !isInside(root, real)) return [];
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
