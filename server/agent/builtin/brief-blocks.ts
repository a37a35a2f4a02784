import type { List, ListItem, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { withLettersAsList } from "./brief-letters.ts";
import type { CodePiece } from "./brief-task.ts";

export type BriefItem = {
  text: string;
  code: CodePiece[];
  isDone: boolean;
  /** The place in an ordered list, as the brief numbers it. */
  number: number | null;
  children: BriefItem[];
};

type BriefBlock =
  | { type: "items"; items: BriefItem[] }
  | { type: "prose"; text: string; code: CodePiece[] }
  | { type: "heading"; text: string };

/** A brief as headings, paragraphs and lists. */
export function blocksOf(brief: string): BriefBlock[] {
  const root = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(fencesInItems(outsideFences(brief, withListMarks)));
  return root.children.flatMap((node): BriefBlock[] => {
    if (node.type === "list") return [{ type: "items", items: itemsOf(node) }];
    if (node.type === "heading") return [{ type: "heading", text: plainText(node) }];
    if (node.type === "code")
      return [{ type: "prose", text: "", code: [codeOf(node.lang ?? "", node.value, true)] }];
    const text = plainText(node);
    return text.trim() === "" ? [] : [{ type: "prose", text, code: inlineCodes(node) }];
  });
}

// "1.Fetch" and "1) Fetch" and "1. Fetch 2. Send" on one line are lists to people.
function withListMarks(brief: string): string {
  const spaced = withNumbers(withLettersAsList(brief))
    .replace(/^(\s*\d{1,3}[.)])(?=\p{L})/gmu, "$1 ")
    .replace(/^\s+$/gm, "");
  const marked = spaced
    .replace(/^(\s*)[•–—·](?=\s)/gm, "$1-")
    .replace(/^(\s*(?:[-*+]|\d{1,3}[.)]) .*)\n(?=[\p{Lu}](?![.):]))/gmu, "$1\n\n");
  const led = marked.replace(/^([^\n]{3,100}[:：])\s+(?=1[.)]\s)/, "$1\n\n");
  if (led !== marked && (marked.match(/\s\d{1,2}[.)]\s/g)?.length ?? 0) > 1 && !/\n/.test(marked.trim()))
    return led.replace(/\s+(?=\d{1,2}[.)]\s+\S)/g, (gap) => (gap.includes("\n") ? gap : "\n"));
  const inline = marked.match(/(?:^|\s)\d{1,2}[.)]\s/g)?.length ?? 0;
  return inline > 1 && !/\n/.test(marked.trim()) && /^\s*1[.)]\s/.test(marked)
    ? marked.replace(/\s+(?=\d{1,2}[.)]\s+\S)/g, "\n")
    : marked;
}

const STEP_LINE =
  /^(\s*)(?:step|schritt|étape|etape|paso|passo|ステップ|手順|步骤|第)\s*(\d{1,3})\s*(?:步|個?目)?\s*[:：.)–-]\s*(?=\S)/gimu;
const LETTER_LINE = /^(\s*)([a-z])[.)] (?=\S)/gm;

// "Step 1: …" and "a) …" line by line are lists; letters stay as names that other items use.
function withNumbers(brief: string): string {
  const numbered = (brief.match(STEP_LINE)?.length ?? 0) > 1 ? brief.replace(STEP_LINE, "$1$2. ") : brief;
  return (numbered.match(LETTER_LINE)?.length ?? 0) > 1
    ? numbered.replace(LETTER_LINE, "$1- $2) ")
    : numbered;
}

const FENCE = /(```+)([a-z]*)[ \t]*\n?([\s\S]*?)\n?[ \t]*\1/gi;

function outsideFences(text: string, change: (part: string) => string): string {
  const fences: string[] = [];
  const masked = text.replace(FENCE, (fence) => `⟪fence ${fences.push(fence) - 1}⟫`);
  return change(masked).replace(/⟪fence (\d+)⟫/g, (_all, index: string) => fences[Number(index)] ?? "");
}

// A fence belongs to the item that it stands behind, wherever the person has opened it.
function fencesInItems(text: string): string {
  return text.replace(FENCE, (_fence, _ticks: string, language: string, body: string, at: number) => {
    const marker = text
      .slice(0, at)
      .split("\n")
      .reduce((found, line) => /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/.exec(line)?.[0] ?? found, "");
    const margin = " ".repeat(/\d|[-*+]/.test(marker) ? marker.replace(/\[.\]\s+$/, "").length : 0);
    const lines = unindented(body).map((line) => margin + line);
    return `\n\n${margin}\`\`\`\`${language}\n${lines.join("\n")}\n${margin}\`\`\`\`\n`;
  });
}

function unindented(body: string): string[] {
  const lines = body.split("\n");
  const [, ...others] = lines;
  const depth = Math.min(
    ...[...(body.startsWith(" ") ? lines : others)]
      .filter((line) => line.trim() !== "")
      .map((line) => line.search(/\S/)),
  );
  return lines.map((line, index) =>
    Number.isFinite(depth) && (index > 0 || line.startsWith(" ")) ? line.slice(depth) : line,
  );
}

function itemsOf(list: List): BriefItem[] {
  const start = list.start ?? 1;
  return list.children.map((item, index) => itemOf(item, list.ordered ? start + index : null));
}

function itemOf(item: ListItem, number: number | null): BriefItem {
  const texts = item.children.filter((child) => child.type !== "list" && child.type !== "code");
  const blocks = item.children.flatMap((child) =>
    child.type === "code" ? [codeOf(child.lang ?? "", child.value, true)] : [],
  );
  return {
    text: texts
      .map(plainText)
      .join("\n")
      .replace(/[^\S\n]+/g, " ")
      .trim(),
    code: [...texts.flatMap(inlineCodes), ...blocks],
    isDone: item.checked === true,
    number,
    children: item.children.flatMap((child) => (child.type === "list" ? itemsOf(child) : [])),
  };
}

function plainText(node: RootContent): string {
  if (node.type === "break") return "\n";
  if (node.type === "inlineCode") return `\`${node.value}\``;
  return "children" in node ? node.children.map(plainText).join("") : "value" in node ? node.value : "";
}

function inlineCodes(node: RootContent): CodePiece[] {
  if (node.type === "inlineCode") {
    // A fence written on one line reads as inline code with the language in front.
    const fence = /^(jsonata|liquid|json|sql|js)\s+([\s\S]+)$/.exec(node.value);
    return [fence ? codeOf(fence[1] ?? "", fence[2] ?? "", true) : codeOf("", node.value, false)];
  }
  return "children" in node ? node.children.flatMap((child) => inlineCodes(child)) : [];
}

function codeOf(language: string, value: string, isBlock: boolean): CodePiece {
  return { language: language.toLowerCase(), value, isBlock };
}
