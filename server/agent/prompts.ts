import { readFileSync } from "node:fs";

export type PromptValues = Readonly<Record<string, string>>;

/** What a model is told and what it is asked. */
export type RenderedPrompt = { instructions: string; message: string };

const FOLDER = new URL("../../prompts/", import.meta.url);
const DIVIDER = "\n---\n";
const SECTION = /\{\{#(\w+)\}\}\n?([\s\S]*?)\{\{\/\1\}\}\n?/g;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

const texts = new Map<string, string>();

/**
 * A prompt file with its values put in. The text above the line `---` is the instructions, the text
 * below it the message. `{{#name}}…{{/name}}` is kept when the value is not empty. Values are put in
 * once and never looked into, so a `{{name}}` that they contain stays as it is.
 */
export function renderPrompt(name: string, values: PromptValues): RenderedPrompt {
  const [instructions = "", ...message] = textOf(name).split(DIVIDER);
  return {
    instructions: render(instructions, values, name),
    message: render(message.join(DIVIDER), values, name),
  };
}

function textOf(name: string): string {
  const text = texts.get(name) ?? readFileSync(new URL(`${name}.md`, FOLDER), "utf8");
  texts.set(name, text);
  return text;
}

function render(text: string, values: PromptValues, name: string): string {
  function valueFor(key: string): string {
    const value = values[key];
    if (value === undefined) throw new Error(`prompts/${name}.md names {{${key}}}, which has no value`);
    return value;
  }
  return text
    .replace(SECTION, (_all, key: string, inner: string) => (valueFor(key) === "" ? "" : inner))
    .replace(PLACEHOLDER, (_all, key: string) => valueFor(key))
    .trim();
}
