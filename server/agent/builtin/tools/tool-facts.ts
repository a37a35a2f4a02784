import { isObject, type JsonSchema } from "#server/core/json.ts";
import type { ToolDefinition } from "#server/core/tool.ts";

/** A field of a tool's input; without `type` it takes any JSON. */
export type Parameter = { name: string; isRequired: boolean; type?: string; values?: string[] };

/** What the planner knows of a tool. */
export type ToolFact = {
  name: string;
  parameters: Parameter[];
  /** Fields of its output. */
  gives: string[];
  takesSecrets: boolean;
  /** Why it cannot be called, with what would change that. */
  offBecause?: string;
};

const FACTS = new WeakMap<ToolDefinition["inputSchema"], ToolFact>();

export function toolFact(tool: ToolDefinition): ToolFact {
  const known = FACTS.get(tool.inputSchema);
  if (known?.name === tool.name && known.offBecause === reasonOf(tool)) return known;
  const made = factOf(tool);
  FACTS.set(tool.inputSchema, made);
  return made;
}

function reasonOf({ policy, offBecause }: ToolDefinition): string | undefined {
  return policy === "off" ? (offBecause ?? "It is switched off in the settings of tools.") : offBecause;
}

function factOf(tool: ToolDefinition): ToolFact {
  const { name, inputSchema, outputSchema = {}, takesSecrets = false } = tool;
  const offBecause = reasonOf(tool);
  return {
    name,
    parameters: parametersOf(inputSchema),
    gives: isObject(outputSchema["properties"]) ? Object.keys(outputSchema["properties"]) : [],
    takesSecrets,
    ...(offBecause !== undefined && { offBecause }),
  };
}

function parametersOf({ properties, required }: JsonSchema): Parameter[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, schema]) => {
    const [type, values] = isObject(schema) ? [schema["type"], schema["enum"]] : [];
    const texts = Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
    return {
      name,
      isRequired: Array.isArray(required) && required.includes(name),
      ...(typeof type === "string" && { type }),
      ...(texts.length > 0 && { values: texts }),
    };
  });
}

export function toolNamed(name: string, tools: readonly ToolFact[]): ToolFact | null {
  const wanted = name.toLowerCase();
  return tools.find((tool) => tool.name.toLowerCase() === wanted) ?? null;
}

const CALLED: [RegExp, readonly string[]][] = [
  [/^(?:url|web ?address|address|link|endpoint|web ?page|page|feed)$/, ["url"]],
  [/^(?:path|file ?name|file ?path|file|folder)$/, ["path", "filePath", "file"]],
  [/^(?:expression|formula)$/, ["expression"]],
  [/^(?:delimiter|separator)$/, ["delimiter"]],
  [/^(?:sql|statement|query|sql query)$/, ["sql", "query"]],
  [/^(?:recipients?|addressees?|to|address|e-?mail address)$/, ["to"]],
  [/^(?:subject|subject line)$/, ["subject"]],
  [/^(?:text|message|mail text|body)$/, ["text", "body", "message", "markdown"]],
  [/^(?:database|db)$/, ["database"]],
  [/^(?:arguments|args)$/, ["args", "arguments"]],
  [/^(?:search term|search|search query|term)$/, ["query", "search"]],
  [/^(?:content|contents|text)$/, ["content"]],
  [/^(?:http )?(?:method|verb)$/, ["method"]],
];

/** The parameter that a word of a person means: by its own name however spelled, or by what people call it. */
export function parameterNamed(word: string, tool: ToolFact): Parameter | null {
  const plain = squeezed(word);
  const own = tool.parameters.find(({ name }) => squeezed(name) === plain);
  if (own) return own;
  const called = word.trim().toLowerCase();
  const names = CALLED.flatMap(([pattern, list]) => (pattern.test(called) ? list : []));
  const [found] = names.flatMap((name) => tool.parameters.filter((parameter) => parameter.name === name));
  return found ?? null;
}

/** "skipBadRows", "skip bad rows" and "skip_bad_rows" are one name. */
export function squeezed(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
