import type { Json } from "#server/core/json.ts";

/** What a step before gives, as far as a later input can name it. */
export type Source = {
  id: string;
  gives: "file" | "csv" | "value" | "text" | "http" | "list" | "unknown";
  root: string | null;
  keys: string[];
};

/** The name that an expression reads from its data first: `rows` in `rows[amount > 0]`; null when it starts with the data itself. */
export function rootOfExpression(expression: string): string | null {
  const called = /(?<![\w$.])(rows|content|body|text|columns|headers|files)\b(?!["']?\s*[:(])/.exec(
    expression,
  )?.[1];
  return called ?? /^\s*([a-z_]\w*)\s*(?=\[|\.|$)/.exec(expression)?.[1] ?? null;
}

/** The fields of an object that an expression writes out at its top. */
export function keysOf(expression: string): string[] {
  const text = expression.trim();
  if (!text.startsWith("{")) return [];
  const keys: string[] = [];
  let depth = 0;
  for (const found of text.matchAll(/[{[(]|[}\])]|["']?([A-Za-z_]\w*)["']?\s*:/g)) {
    if (found[1] !== undefined && depth === 1) keys.push(found[1]);
    if (/^[{[(]$/.test(found[0])) depth += 1;
    if (/^[}\])]$/.test(found[0])) depth -= 1;
  }
  return keys;
}

export function templateRoots(template: string): string[] {
  const bound = new Set(
    [...template.matchAll(/\{%-?\s*(?:for|assign|capture|tablerow)\s+(\w+)/g)].map((found) => found[1]),
  );
  const named = [
    ...template.matchAll(
      /\{\{-?\s*([a-z_]\w*)|\{%-?\s*for\s+\w+\s+in\s+([a-z_]\w*)|\{%-?\s*(?:if|elsif|unless)\s+([a-z_]\w*)/gi,
    ),
  ];
  const names = named.flatMap((found) => found[1] ?? found[2] ?? found[3] ?? []);
  return [...new Set(names)].filter(
    (name) => !bound.has(name) && !["forloop", "true", "false", "nil", "empty"].includes(name),
  );
}

// What a name in an expression or a template reads decides how the step before is handed over.
export function dataFor(roots: readonly string[], source: Source | null): Json | null {
  if (source === null) return null;
  const whole = `$${source.id}.output`;
  const own: string[] = {
    csv: ["rows", "rowCount", "columns"],
    file: ["content", "path", "bytes"],
    http: ["body", "status", "headers"],
    text: ["text"],
    value: [],
    list: ["files"],
    unknown: [],
  }[source.gives];
  if (roots.some((root) => own.includes(root))) return whole;
  const [root] = roots;
  const main = mainOf(source);
  if (source.gives === "value") {
    const isKnown = roots.some((name) => source.keys.includes(name));
    return roots.length === 1 && root !== undefined && !isKnown ? { [root]: whole } : whole;
  }
  if (roots.length === 1 && root !== undefined && source.gives !== "unknown" && source.gives !== "http")
    return { [root]: main };
  return main;
}

/** The part of an output that later steps work with. */
export function mainOf({ id, gives }: Source): string {
  const part = {
    file: ".content",
    csv: ".rows",
    http: ".body",
    text: ".text",
    value: "",
    list: "",
    unknown: "",
  }[gives];
  return `$${id}.output${part}`;
}

export function bodyOf(source: Source | null): string | null {
  return source === null || source.gives === "unknown" ? null : mainOf(source);
}

/** The output as text: a text as it is, anything else written out. */
export function textOf(source: Source | null): string | null {
  if (source === null || source.gives === "unknown") return null;
  if (source.gives === "file" || source.gives === "text") return mainOf(source);
  return `\${${mainOf(source).slice(1)}}\n`;
}
