import { normalize, upgrade } from "@scalar/openapi-parser";
import { type Json, type JsonObject, isObject } from "#server/core/json.ts";

type Read = { document: Json; left: string[] };

/** The document in the words of OpenAPI 3.1, without the paths that cannot be read; null when it is none. */
export function upgradedDocument(text: string): Read | null {
  const whole = upgraded(text);
  if (whole !== null) return { document: whole, left: [] };
  const given = parsed(text);
  if (!isObject(given) || !isObject(given["paths"])) return null;

  const { openapi, swagger, info } = given;
  const alone = (path: string, item: Json): JsonObject => ({
    ...(openapi !== undefined && { openapi }),
    ...(swagger !== undefined && { swagger }),
    ...(info !== undefined && { info }),
    paths: Object.fromEntries([[path, item]]),
  });
  const [odd, plain] = [[] as string[], [] as [string, Json][]];
  for (const [path, item] of Object.entries(given["paths"])) {
    if (upgraded(alone(path, item)) === null) odd.push(path);
    else plain.push([path, item]);
  }
  const document = upgraded({ ...given, paths: Object.fromEntries(plain) });
  if (document === null) return null;
  return { document, left: odd.map((path) => `${path}: its parameters or answers cannot be read`) };
}

function upgraded(given: string | JsonObject): Json | null {
  try {
    return plainJson(upgrade(typeof given === "string" ? given : structuredClone(given)).specification);
  } catch {
    return null;
  }
}

function parsed(text: string): Json {
  try {
    return plainJson(normalize(text));
  } catch {
    return null;
  }
}

/** Aliases of YAML may have made one object stand in many places, even within itself. */
function plainJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}
