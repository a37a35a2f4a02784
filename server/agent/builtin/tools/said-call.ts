import type { Json } from "#server/core/json.ts";
import { squeezed, type ToolFact, toolNamed } from "./tool-facts.ts";
import { markIn } from "./marked-text.ts";
import { argumentsSaid, type Field, type Input, withFields } from "./said-arguments.ts";
import { type Saying, stepSaid, thingSaid, valueSaid } from "./said-value.ts";

/** A tool with its input as far as the words give it; `missing` are parameters that it needs and that were not given. */
export type Call = { tool: ToolFact; input: Input; missing: string[] };

type Groups = Partial<Record<string, string>>;
type Way = { tool: string; pattern: RegExp; fill: (groups: Groups, saying: Saying) => Filled | null };
type Filled = { fields: Field[]; missing?: string[] };

const U = "⟪u\\d+⟫";
const F = "⟪f\\d+⟫";
const M = "⟪m\\d+⟫";
const TEXT = "⟪[qcd]\\d+⟫";
const TAIL = "(?<tail>(?:,|:|\\s+(?:with|using|as|and|saying|but))\\s.*)?$";
const way = (tool: string, pattern: string, fill: Way["fill"], flags = "is"): Way => ({
  tool,
  pattern: new RegExp(`^(?:${pattern})${TAIL}`, flags),
  fill,
});

const WAYS: Way[] = [
  way(
    "send_email",
    `(?:e-?mails?|mails?|sends?)(?: (?<what>(?!to\\b|at\\b).+?))??(?: (?:by|as|in|via) (?:an? )?e-?mail)?(?: (?:to|at))? (?<to>${M}(?:(?:,? and |, )${M})*)`,
    mail,
  ),
  way(
    "read_feed",
    `(?:reads?|gets?|fetch(?:es)?|loads?|checks?|polls?|looks? at|follows?) (?:the |an? |our )?(?:(?:rss|atom|news) )*feed (?:at |from |of |under )?(?<url>${U})(?:,? (?:but )?(?:only |at most )?(?:the )?(?:newest |latest |last |first )?(?<limit>\\d+)(?: (?:items?|entries|posts?|newest|latest))?)?`,
    feed,
  ),
  way(
    "read_web_page",
    `reads? (?:the |an? )?(?:text of (?:the )?)?(?:web ?page|page|article|web ?site|site|blog post) (?:at |from |of |under )?(?<url>${U})`,
    urlOnly,
  ),
  way(
    "send_webhook",
    `(?:posts?|sends?|submits?|push(?:es)?) (?<what>.+?) (?:to|into) (?:the |our |my |an? )?(?<name>(?:\\w+ )?(?:webhook|hook)|slack(?: channel)?)(?: at| under)? (?<url>${U})`,
    webhook,
  ),
  way(
    "http_request",
    `(?<method>GET|HEAD|POST|PUT|PATCH|DELETE)s? (?:(?<what>(?!⟪u).+?) to )?(?<url>${U})`,
    http,
    "s",
  ),
  way(
    "http_request",
    `(?:posts?|sends?|submits?|push(?:es)?) (?<what>.+?) to (?:the )?(?:url |address |api |endpoint )?(?<url>${U})`,
    post,
  ),
  way(
    "http_request",
    `(?:calls?|requests?|fetch(?:es)?|downloads?|gets?|loads?) (?:the )?(?:api |endpoint |address |url |data |json )?(?:from |of |at )?(?<url>${U})`,
    urlOnly,
  ),
  way(
    "query_database",
    `(?:query|queries|asks?|search(?:es)?) (?:the )?(?:database|db) (?<db>[\\w-]+|${TEXT})(?:[:,]?(?: (?:with|for|using))?(?: the)?(?: (?:sql|query|statement))?:? ?(?<sql>${TEXT}))?`,
    query,
  ),
  way(
    "query_database",
    `(?:query|queries|asks?) (?:the )?(?<db>[\\w-]+) (?:database|db)(?:[:,]?(?: (?:with|for|using))?(?: the)?(?: (?:sql|query|statement))?:? ?(?<sql>${TEXT}))?`,
    query,
  ),
  way(
    "query_database",
    `(?:runs?|executes?) (?:the )?(?:sql|query|sql query|statement)? ?(?<sql>${TEXT}) (?:on|against|in|at) (?:the )?(?:(?:database|db) (?<db>[\\w-]+)|(?<base>[\\w-]+) (?:database|db))`,
    query,
  ),
  way(
    "query_database",
    `looks? (?:it|them|these|those|each(?: of them)?|(?:the |every |each )?[\\w ]+?)(?: of them)? up in (?:the )?(?:(?:database|db) (?<db>[\\w-]+)|(?<base>[\\w-]+) (?:database|db))`,
    query,
  ),
  way(
    "http_request",
    `writes?(?: (?<what>.+?))? to (?:the )?(?:url |address |api |endpoint )?(?<url>${U})`,
    wrote,
  ),
  way(
    "run_command",
    `(?:runs?|executes?|calls?) (?:the )?(?:command|program) (?<command>${TEXT}|[\\w./-]+(?: [\\w./=-]+)*?)`,
    command,
  ),
  way(
    "write_file",
    `(?<verb>writes?|saves?|stores?|appends?|puts?|exports?) (?<what>.+?) (?:to|into|in|as|under|at) (?:the )?(?:file )?(?<path>${F})`,
    write,
  ),
  way(
    "read_file",
    `(?:reads?|loads?|opens?) (?:the )?(?:file |text of |contents? of )?(?<path>${F})(?: back)?`,
    path,
  ),
  way(
    "list_files",
    `lists? (?:all |the )*files (?:that match(?:es)?|matching|like|named|called) (?<pattern>${F}|${TEXT})(?: in (?:the )?(?:folder )?(?<folder>[\\w./-]+))?`,
    list,
  ),
  way(
    "render_template",
    `(?:renders?|fills?)(?: in| out)? (?<what>.+?) (?:with|into|in|through|by) (?:the |an? )?template (?<template>${TEXT})`,
    template,
  ),
  way(
    "transform",
    `(?:transforms?|computes?|evaluates?) (?<what>.+?) (?:with|by|through|using) (?:the )?(?:expression|jsonata(?: expression)?) (?<expression>${TEXT}|⟪j\\d+⟫)`,
    transform,
  ),
];

/** What a deed asks of one tool, every word of it accounted for; null where no tool plainly does it. */
export function callSaid(deed: string, saying: Saying): Call | null {
  const words = deed.trim().replace(/[.!]+$/, "");
  const named = namedCall(words, saying);
  if (named !== null) return named;
  for (const { tool: name, pattern, fill } of WAYS) {
    const found = pattern.exec(words);
    const tool = found && toolNamed(name, saying.tools);
    const filled = tool && fill(found.groups ?? {}, saying);
    const tail = filled && tailSaid(found.groups?.["tail"] ?? "", tool, saying);
    if (filled && tail) return callOf(tool, [...filled.fields, ...tail], filled.missing);
  }
  return null;
}

const NAMED =
  /^(?:calls?|uses?|runs?|invokes?|executes?|tr(?:y|ies))(?: the)?(?: tool)? (?<tool>[\w.-]+|⟪[qc]\d+⟫)(?: tool)?(?<tail>(?:[,:\s].*)?)$/is;

// A name with a point or an underscore in it is no word of a sentence.
const THROUGH =
  /^\w+ (?:[^⟪]+? )?(?:with|using|through|via|by) (?:the )?(?:tool )?(?<tool>[\w-]+[._][\w.-]+|⟪[qc]\d+⟫)(?: tool)?(?<tail>(?:[,:\s].*)?)$/is;

/** "Run memory.search_nodes with query cats": the tool by its own name. */
function namedCall(words: string, saying: Saying): Call | null {
  const found = NAMED.exec(words)?.groups ?? {};
  const isNamed = toolSaid(found["tool"] ?? "", saying) !== null;
  const { tool: name = "", tail = "" } = isNamed ? found : (THROUGH.exec(words)?.groups ?? {});
  const tool = toolSaid(name, saying);
  const fields = tool && argumentsSaid(tail, tool, saying);
  return tool && fields ? callOf(tool, fields) : null;
}

export function toolSaid(name: string, { tools, marks }: Pick<Saying, "tools" | "marks">): ToolFact | null {
  const text = markIn(name, marks)?.text ?? name;
  return (
    toolNamed(text, tools) ??
    (/\s|_/.test(text) ? (tools.find((tool) => squeezed(tool.name) === squeezed(text)) ?? null) : null)
  );
}

export function callOf(tool: ToolFact, fields: readonly Field[], unsaid: readonly string[] = []): Call {
  const input = withFields({}, fields);
  return { tool, input, missing: missingIn(input, tool, unsaid) };
}

export function missingIn(input: Input, tool: ToolFact, unsaid: readonly string[] = []): string[] {
  const required = tool.parameters.filter(
    ({ isRequired, name }) => isRequired && !Object.hasOwn(input, name),
  );
  const isMute =
    tool.name === "send_email" && !["text", "markdown"].some((name) => Object.hasOwn(input, name));
  return [...new Set([...required.map(({ name }) => name), ...(isMute ? ["text"] : []), ...unsaid])].filter(
    (name) => !Object.hasOwn(input, name),
  );
}

const ABOUT_BODY = /^,? as (?:the |its )?(?:whole |entire |full )?body$/i;
const SAYING = /^,? (?:saying|that says|which says) (?<value>⟪[qc]\d+⟫)$/i;

function tailSaid(tail: string, tool: ToolFact, saying: Saying): Field[] | null {
  if (ABOUT_BODY.test(tail)) return [];
  const said = SAYING.exec(tail)?.groups?.["value"];
  const text = said === undefined ? undefined : markIn(said, saying.marks)?.text;
  const field = tool.parameters.find(({ name }) => name === "text" || name === "body");
  if (text !== undefined && field) return [{ path: [field.name], value: text }];
  return argumentsSaid(tail, tool, saying);
}

function literal(mark: string | undefined, { marks }: Saying): string {
  return mark === undefined ? "" : (markIn(mark, marks)?.text ?? mark);
}

function given(path: string[], value: Json | undefined): Field[] {
  return value === undefined || value === "" ? [] : [{ path, value }];
}

// What is handed on: a step's output or a literal; what it is called that no step makes stays to be asked for.
function handed(path: string[], what: string | undefined, type: string | undefined, saying: Saying): Filled {
  const value = what === undefined ? undefined : valueSaid(what, type, saying);
  return value === undefined ? { fields: [], missing: [path[0] ?? ""] } : { fields: [{ path, value }] };
}

const A_MAIL = /^(?:(?:an?|the) )?(?:(?:e-?mail|mail|message)|(?:me|us|them|him|her))$/i;

function mail({ what, to = "" }: Groups, saying: Saying): Filled {
  const all = [...to.matchAll(/⟪m\d+⟫/g)].map((found) => literal(found[0], saying));
  const fields = given(["to"], all.length === 1 ? all[0] : all);
  const bare = what?.replace(/^(?:me|us|them) (?=\S)/i, "");
  if (bare === undefined || A_MAIL.test(bare)) return { fields };
  const text = handed(["text"], bare, "string", saying);
  return { ...text, fields: [...fields, ...text.fields] };
}

function feed({ url, limit }: Groups, saying: Saying): Filled {
  return {
    fields: [
      ...given(["url"], literal(url, saying)),
      ...(limit === undefined ? [] : given(["limit"], Number(limit))),
    ],
  };
}

function urlOnly({ url }: Groups, saying: Saying): Filled {
  return { fields: given(["url"], literal(url, saying)) };
}

function webhook({ url, what, name = "" }: Groups, saying: Saying): Filled {
  const body = /slack/i.test(name)
    ? handed(["body", "text"], what, "string", saying)
    : handed(["body"], what, undefined, saying);
  return { ...body, fields: [...given(["url"], literal(url, saying)), ...body.fields] };
}

function http({ method, url, what }: Groups, saying: Saying): Filled {
  const own = [
    ...given(["url"], literal(url, saying)),
    ...(method === "GET" ? [] : given(["method"], method)),
  ];
  if (what === undefined) return { fields: own };
  const body = handed(["body"], what, undefined, saying);
  return { ...body, fields: [...own, ...body.fields] };
}

function post(groups: Groups, saying: Saying): Filled {
  return http({ ...groups, method: "POST" }, saying);
}

// What is written there has to be said.
function wrote({ url, what }: Groups, saying: Saying): Filled {
  const filled = post({ url, what }, saying);
  return what === undefined ? { ...filled, missing: ["body"] } : filled;
}

function query({ db, base, sql }: Groups, saying: Saying): Filled {
  return {
    fields: [...given(["database"], literal(db ?? base, saying)), ...given(["sql"], literal(sql, saying))],
  };
}

function command({ command: words }: Groups, saying: Saying): Filled {
  const [program, ...args] = literal(words, saying).split(/\s+/);
  return {
    fields: [...given(["command"], program), { path: ["args"], value: args }],
  };
}

function write({ verb = "", what, path: file }: Groups, saying: Saying): Filled {
  const content = handed(["content"], what, "string", saying);
  const append = /^append/i.test(verb) ? given(["append"], true) : [];
  return { ...content, fields: [...given(["path"], literal(file, saying)), ...content.fields, ...append] };
}

function path({ path: file }: Groups, saying: Saying): Filled {
  return { fields: given(["path"], literal(file, saying)) };
}

function list({ pattern, folder }: Groups, saying: Saying): Filled {
  return { fields: [...given(["path"], folder), ...given(["pattern"], literal(pattern, saying))] };
}

function template({ what = "", template: text }: Groups, saying: Saying): Filled {
  const data = dataSaid(what, saying);
  return { ...data, fields: [...given(["template"], literal(text, saying)), ...data.fields] };
}

function transform({ what = "", expression }: Groups, saying: Saying): Filled {
  const data = dataSaid(what, saying);
  return { ...data, fields: [...given(["expression"], literal(expression, saying)), ...data.fields] };
}

const GIVEN_BY = /^what (?<step>.+?) (?:gives|gave|makes|made|returns?|returned|found|has)$/i;

// A template and an expression get the whole output, whose fields they name.
function dataSaid(what: string, saying: Saying): Filled {
  const by = GIVEN_BY.exec(what)?.groups?.["step"];
  const step = by === undefined ? thingSaid(what, saying) : stepSaid(by, saying);
  if (step?.id) return { fields: [{ path: ["data"], value: `$${step.id}.output` }] };
  return handed(["data"], what, undefined, saying);
}
