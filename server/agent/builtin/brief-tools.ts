import type { Json } from "#server/core/json.ts";
import type { Task } from "./brief-task.ts";
import {
  bodyOf,
  dataFor,
  keysOf,
  rootOfExpression,
  type Source,
  templateRoots,
  textOf,
} from "./data-of-step.ts";
import { PATH } from "./path-words.ts";
import { expressionIn, readingOf } from "./expression-in.ts";

export type ToolUse = {
  tool: string;
  input: { [field: string]: Json } | null;
  gives: Source["gives"];
  /** The name that the output goes by in the expression that made it. */
  root?: string | null;
  /** Fields that the output is sure to have. */
  keys?: string[];
};

const URL_PATTERN = /https?:\/\/[^\s`"'<>)]+[^\s`"'<>),.;:!?]/i;
const READ =
  /(?<!\p{L})(?:read|load|open|import|get|fetch|take|reads?|lies|lese?n?|lade|öffne|hole?|lee|abre|carga|lis|ouvre|charge)(?!\p{L})/iu;
const WRITE =
  /(?<!\p{L})(?:write|append|save|store|put|export|output|schreibe?|speichere?|sichere|guarda|guárdal[oae]s?|escribe|escríbel[oae]s?|écris|enregistre|sauvegarde)(?!\p{L})/iu;
const APPEND = /(?<!\p{L})append(?!\p{L})/iu;
const RENDER =
  /(?<!\p{L})(?:fill(?: in| out)?|render|apply|complete|use|with)(?!\p{L}).{0,30}(?<!\p{L})template(?!\p{L})/iu;

// A summary of what was read is not what was read.
function writesAnotherText(words: string, source: Source | null): boolean {
  const isRaw = source !== null && ["file", "csv", "http", "list"].includes(source.gives);
  return (
    isRaw &&
    /\b(?:summary|digest|translation|analysis|overview|conclusions?|review|outline|abstract)\b/i.test(words)
  );
}

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

// `Write "all done" to done.txt`: the text itself is given.
const QUOTED_CONTENT =
  /\b(?:write|put|save|store)\s+(?:the (?:text|words?|line)\s+)?(["“'‘«])([^"”’»]+)["”'’»]\s+(?:to|into|in)\b/i;

function fileUse(task: Task, source: Source | null): ToolUse | null {
  const path = pathIn(task);
  if (path === null || URL_PATTERN.test(task.text)) return null;
  const writes = WRITE.exec(task.text);
  const reads = READ.exec(task.text);
  if (writes && (!reads || writes.index < reads.index)) {
    const content =
      QUOTED_CONTENT.exec(task.text)?.[2] ?? (writesAnotherText(task.text, source) ? null : textOf(source));
    const how: { [field: string]: Json } = APPEND.test(task.text) ? { append: true } : {};
    const input = content === null ? { path, ...how } : { path, content, ...how };
    return { tool: "write_file", input, gives: "unknown" };
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
  const isTable =
    source?.gives === "file" &&
    /\b(?:turn|parse|convert|interpret|read|load|make|split|treat)\b.*\b(?:into|as|to) (?:a |an |one )?(?:table|rows|records)\b|\bmake (?:a )?table\b|\bparse (?:it|this|that|the (?:file|text|content|rows|table|orders|data))\b/i.test(
      task.text,
    );
  if (
    !isTable &&
    (!/\bcsv\b/i.test(task.text) ||
      !/(?<!\p{L})(?:parse|as csv|als csv|interpret|convert|turn|read (?:it|this|that|the (?:text|content))|lies|analysiere|analiza|analyse|como csv|en csv|split)(?!\p{L})/iu.test(
        task.text,
      ))
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
  const piece =
    task.code.find((code) => code.language === "liquid" || /\{\{|\{%/.test(code.value)) ??
    task.code.find(
      (code) => RENDER.test(task.text) && (code.isBlock || PATH.exec(code.value)?.[0] !== code.value),
    );
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
  const expression = readingOf(piece.value, task.text);
  // A text has no rows that a condition could be said of.
  if (expression !== piece.value && (source?.gives === "file" || source?.gives === "text")) return null;
  const root = rootOfExpression(expression);
  const data = dataFor(root === null ? [] : [root], source);
  const keepsRoot = root !== null && new RegExp(`^\\s*${root}\\s*(?:\\[[^\\]]*\\]\\s*)*$`).test(expression);
  return {
    tool: "transform",
    input: { expression, data: data ?? {} },
    gives: "value",
    root: keepsRoot ? root : null,
    keys: keysOf(expression),
  };
}
