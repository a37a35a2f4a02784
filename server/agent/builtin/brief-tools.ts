import type { Json } from "#server/core/json.ts";
import type { CodePiece, Task } from "./brief-task.ts";

/** What a step before gives, as far as a later input can name it. */
export type Source = {
  id: string;
  gives: "file" | "csv" | "value" | "text" | "http" | "list" | "unknown";
  root: string | null;
  keys: string[];
};

export type ToolUse = {
  tool: string;
  input: { [field: string]: Json } | null;
  gives: Source["gives"];
  /** The name that the output goes by in the expression that made it. */
  root?: string | null;
  /** Fields that the output is sure to have. */
  keys?: string[];
};

export const PATH =
  /(?<![\w/.:@])((?:\.{0,2}\/)?(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:csv|tsv|txt|md|json|jsonl|ya?ml|html?|xml|log|tex|ini|toml|sql|rst|svg))(?![\w/])/i;
const URL_PATTERN = /https?:\/\/[^\s`"'<>)]+[^\s`"'<>),.;:!?]/i;
const READ =
  /(?<!\p{L})(?:read|load|open|import|get|fetch|take|reads?|lies|lese?n?|lade|öffne|hole?|lee|abre|carga|lis|ouvre|charge)(?!\p{L})/iu;
const WRITE =
  /(?<!\p{L})(?:write|save|store|put|export|output|schreibe?|speichere?|sichere|guarda|escribe|écris|enregistre|sauvegarde)(?!\p{L})/iu;
const COMPUTE =
  /(?<!\p{L})(?:keep|filter|sum|add up|total|group|sort|map|select|transform|compute|calculate|count|pick|convert|reshape|extract|average|remove|drop|summe|summiere|filtere|sortiere|behalte|berechne|filtra|suma|filtre|additionne|calcule|turn|take|find|aggregate|join|merge|rank|order|evaluate|apply|use|build|make|create)(?!\p{L})/iu;

/** The tool that plainly does a task, with its input as far as the brief tells it; null when none does. */
export function toolFor(task: Task, source: Source | null, offered: ReadonlySet<string>): ToolUse | null {
  const use =
    fileUse(task, source) ??
    csvUse(task, source) ??
    templateUse(task, source) ??
    webUse(task, source) ??
    listUse(task) ??
    computeUse(task, source);
  return use !== null && offered.has(use.tool) ? use : null;
}

function fileUse(task: Task, source: Source | null): ToolUse | null {
  const path = pathIn(task);
  if (path === null || URL_PATTERN.test(task.text)) return null;
  const writes = WRITE.exec(task.text);
  const reads = READ.exec(task.text);
  if (writes && (!reads || writes.index < reads.index)) {
    const content = textOf(source);
    return { tool: "write_file", input: content === null ? { path } : { path, content }, gives: "unknown" };
  }
  return reads || /^\W*(?:the )?file\b/i.test(task.text)
    ? { tool: "read_file", input: { path }, gives: "file" }
    : null;
}

function pathIn(task: Task): string | null {
  const coded = task.code.find((piece) => !piece.isBlock && PATH.exec(piece.value)?.[0] === piece.value);
  return coded?.value ?? PATH.exec(task.text)?.[1] ?? null;
}

function csvUse(task: Task, source: Source | null): ToolUse | null {
  if (
    !/\bcsv\b/i.test(task.text) ||
    !/(?<!\p{L})(?:parse|as csv|als csv|interpret|convert|turn|read (?:it|this|that|the (?:text|content))|lies|analysiere|analiza|analyse|como csv|en csv|split)(?!\p{L})/iu.test(
      task.text,
    )
  )
    return null;
  const text = textOf(source);
  const delimiter = /\bsemicolons?\b|`;`/i.test(task.text)
    ? ";"
    : /\btabs?\b|\btsv\b/i.test(task.text)
      ? "\t"
      : null;
  const header = /\b(?:no|without(?: a)?) headers?\b/i.test(task.text) ? false : null;
  const options = { ...(delimiter === null ? {} : { delimiter }), ...(header === null ? {} : { header }) };
  return {
    tool: "parse_csv",
    input: text === null ? null : { text, ...options },
    gives: "csv",
    root: "rows",
  };
}

function templateUse(task: Task, source: Source | null): ToolUse | null {
  const piece = task.code.find((code) => code.language === "liquid" || /\{\{|\{%/.test(code.value));
  if (!piece) return null;
  return {
    tool: "render_template",
    input: { template: piece.value, data: dataFor(templateRoots(piece.value), source) ?? {} },
    gives: "text",
  };
}

function webUse(task: Task, source: Source | null): ToolUse | null {
  const told = task.condition === null ? `${task.text} ${task.detail}` : task.text;
  const url = URL_PATTERN.exec([told, ...task.code.map((code) => code.value)].join(" "))?.[0];
  if (url === undefined) return null;
  const method =
    /\b(GET|POST|PUT|PATCH|DELETE|HEAD)\b/.exec(task.text)?.[1] ??
    (/\b(?:post|send|submit|push)\b/i.test(task.text) ? "POST" : null);
  const body = method === "POST" || method === "PUT" || method === "PATCH" ? bodyOf(source) : null;
  const input = {
    url,
    ...(method === null || method === "GET" ? {} : { method }),
    ...(body === null ? {} : { body }),
  };
  return { tool: "http_request", input, gives: "http", root: "body" };
}

function listUse(task: Task): ToolUse | null {
  if (!/\b(?:list|find|look up)\b.*\bfiles\b/i.test(task.text)) return null;
  const folder =
    /\b(?:in|of|under|from) (?:the )?(?:folder |directory )?`?([\w.-]+(?:\/[\w.-]*)*)`?(?: folder| directory)?\s*$/i.exec(
      task.text,
    )?.[1];
  const pattern =
    task.code.find((code) => /[*?]/.test(code.value))?.value ??
    /(?<!\S)([\w/-]*\*[\w.*/-]*)/.exec(task.text)?.[1];
  return {
    tool: "list_files",
    input: { ...(folder ? { path: folder } : {}), ...(pattern ? { pattern } : {}) },
    gives: "list",
  };
}

function computeUse(task: Task, source: Source | null): ToolUse | null {
  const piece = expressionIn(task);
  if (!piece) return null;
  const root = rootOfExpression(piece.value);
  const data = dataFor(root === null ? [] : [root], source);
  const keepsRoot = root !== null && new RegExp(`^\\s*${root}\\s*(?:\\[[^\\]]*\\]\\s*)*$`).test(piece.value);
  return {
    tool: "transform",
    input: { expression: piece.value, data: data ?? {} },
    gives: "value",
    root: keepsRoot ? root : null,
    keys: keysOf(piece.value),
  };
}

function expressionIn(task: Task): CodePiece | undefined {
  const marked = task.code.find((code) => code.language === "jsonata");
  if (marked) return marked;
  const plain = task.code.find(
    (code) =>
      code.language === "" &&
      (code.isBlock || /[[\](){}$&*+]|[<>=]/.test(code.value)) &&
      !PATH.test(code.value),
  );
  return plain && COMPUTE.test(task.text) ? plain : undefined;
}

/** The name that an expression reads from its data first: `rows` in `rows[amount > 0]`; null when it starts with the data itself. */
function rootOfExpression(expression: string): string | null {
  const called = /(?<![\w$.])(rows|content|body|text|columns|headers|files)\b(?!["']?\s*[:(])/.exec(
    expression,
  )?.[1];
  return called ?? /^\s*([a-z_]\w*)\s*(?=\[|\.|$)/.exec(expression)?.[1] ?? null;
}

/** The fields of an object that an expression writes out at its top. */
function keysOf(expression: string): string[] {
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

function templateRoots(template: string): string[] {
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
function dataFor(roots: readonly string[], source: Source | null): Json | null {
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
function mainOf({ id, gives }: Source): string {
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

function bodyOf(source: Source | null): string | null {
  return source === null || source.gives === "unknown" ? null : mainOf(source);
}

/** The output as text: a text as it is, anything else written out. */
function textOf(source: Source | null): string | null {
  if (source === null || source.gives === "unknown") return null;
  if (source.gives === "file" || source.gives === "text") return mainOf(source);
  return `\${${mainOf(source).slice(1)}}\n`;
}
