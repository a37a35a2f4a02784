import type { AlignType, Definition, ListItem, Nodes, Root, Table } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

const LINKED = ["http:", "https:", "mailto:"];
const CELL = "border:1px solid #ccc;padding:4px 8px";

type Definitions = ReadonlyMap<string, Definition>;

/** Markdown as the HTML of a mail. HTML in it is shown as it is written; links go to the web and to mail alone. */
export function markdownToHtml(markdown: string): string {
  const tree = unified()
    .data("micromarkExtensions", [{ disable: { null: ["htmlFlow", "htmlText"] } }])
    .use(remarkParse)
    .use(remarkGfm)
    .parse(markdown);
  const body = inside(tree, definitionsIn(tree));
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif">${body}</body></html>`;
}

function htmlOf(node: Nodes, definitions: Definitions): string {
  const inner = () => inside(node, definitions);
  switch (node.type) {
    case "root":
      return inner();
    case "paragraph":
      return `<p>${inner()}</p>`;
    case "heading":
      return `<h${node.depth}>${inner()}</h${node.depth}>`;
    case "thematicBreak":
      return "<hr>";
    case "blockquote":
      return `<blockquote>${inner()}</blockquote>`;
    case "list":
      return node.ordered ? `<ol start="${node.start ?? 1}">${inner()}</ol>` : `<ul>${inner()}</ul>`;
    case "listItem":
      return itemOf(node, definitions);
    case "table":
      return tableOf(node, definitions);
    case "code":
      return `<pre><code>${escaped(node.value)}</code></pre>`;
    case "inlineCode":
      return `<code>${escaped(node.value)}</code>`;
    case "emphasis":
      return `<em>${inner()}</em>`;
    case "strong":
      return `<strong>${inner()}</strong>`;
    case "delete":
      return `<del>${inner()}</del>`;
    case "break":
      return "<br>";
    case "text":
    case "html":
      return escaped(node.value);
    case "link":
      return linkTo(node.url, inner());
    case "linkReference":
      return linkTo(definitions.get(node.identifier)?.url ?? "", inner());
    case "image":
      return linkTo(node.url, escaped(node.alt || node.url));
    case "imageReference": {
      const url = definitions.get(node.identifier)?.url ?? "";
      return linkTo(url, escaped(node.alt || url));
    }
    case "footnoteReference":
      return `<sup>${escaped(node.label ?? node.identifier)}</sup>`;
    case "footnoteDefinition":
      return `<div><sup>${escaped(node.label ?? node.identifier)}</sup> ${inner()}</div>`;
    default:
      return "";
  }
}

function inside(node: Nodes, definitions: Definitions): string {
  return "children" in node ? node.children.map((child) => htmlOf(child, definitions)).join("") : "";
}

function itemOf(node: ListItem, definitions: Definitions): string {
  const box = typeof node.checked === "boolean" ? (node.checked ? "☑ " : "☐ ") : "";
  const parts = node.children.map((child) => {
    const isTight = child.type === "paragraph" && node.spread !== true;
    return isTight ? inside(child, definitions) : htmlOf(child, definitions);
  });
  return `<li>${box}${parts.join("")}</li>`;
}

function tableOf({ align, children }: Table, definitions: Definitions): string {
  const rows = children.map((row, place) => {
    const tag = place === 0 ? "th" : "td";
    const cells = row.children.map((cell, column) => {
      return `<${tag} style="${CELL}${aligned(align?.[column])}">${inside(cell, definitions)}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table style="border-collapse:collapse">${rows.join("")}</table>`;
}

function aligned(align: AlignType | undefined): string {
  return align ? `;text-align:${align}` : "";
}

function linkTo(address: string, inner: string): string {
  const url = URL.parse(address);
  return url !== null && LINKED.includes(url.protocol)
    ? `<a href="${escaped(url.href)}">${inner}</a>`
    : inner;
}

function definitionsIn(tree: Root): Definitions {
  const found = tree.children.filter((node) => node.type === "definition");
  return new Map(found.map((node) => [node.identifier, node]));
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
