import {
  labelText,
  type MermaidArrow,
  type MermaidNode,
  match,
  scanArrow,
  scanNode,
} from "./mermaid-tokens.ts";

export type MermaidLink = { from: string; to: string; label: string };

/** Nodes drawn in one frame, and those of them that no other of them comes before or behind. */
export type MermaidGroup = { title: string; nodes: Set<string>; first?: string[]; last?: string[] };

/** What a flowchart says. `unread` are the lines, or the ends of lines, that say nothing that can be read. */
export type MermaidGraph = {
  /** Ids in the order in which they come up, with their labels as they are written. */
  nodes: Map<string, string | null>;
  links: MermaidLink[];
  groups: Map<string, MermaidGroup>;
  /** Names of arrows, to which their looks belong. */
  arrows: Set<string>;
  unread: string[];
  /** How the box of a node opens, for nodes that have one. */
  shapes: Map<string, string>;
  /** The title that the front matter states. */
  title: string | null;
};

// Nobody draws more arrows than this; "&" between many names on both sides would make millions.
export const MAX_LINKS = 100_000;
const MAX_OPEN_GROUPS = 20;
const HEADER =
  /^(?:\s|%%[^\n]*\n)*(?:flowchart(?:-elk)?|graph)(?![\p{L}\p{N}_-])(?:[ \t]+(?:TB|TD|BT|RL|LR|[<>^v])(?=[\s;]|$))?/iu;
const TITLE = /^[ \t]*title[ \t]*:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|(\S[^\n]*))[ \t]*$/m;
const FRONTMATTER = /^\s*---\n(?:.*\n){0,200}?---[ \t]*\n/;
// Comments, and how things look: no plan has that.
const LOOKS =
  /%%[^\n]*|(?:style|classDef|class|linkStyle|direction|accTitle|accDescr)(?=[ \t:]+[\p{L}\p{N}_"])[^\n;]*/uy;
const GROUP = /subgraph(?![\p{L}\p{N}_-])[ \t]*([^\n;]*)/iuy;
const END = /end[ \t]*(?=[\n;]|$)/iy;
const SPACE = /[ \t]*/y;
const BETWEEN = /[\s;]+/y;
const AND = /[ \t]*&[ \t]*/y;
const ARROW_NAME = /([\p{L}\p{N}_-]{1,64})@(?=[<xo]?[-=~])/uy;
const REST = /[^\n]*/y;

/** Whether a text begins as a flowchart does. */
export function isFlowchart(text: string): boolean {
  return HEADER.test(text.replace(FRONTMATTER, ""));
}

/** The nodes, arrows and groups of a Mermaid flowchart; null when the text is none. */
export function readMermaid(written: string): MermaidGraph | null {
  const whole = written.replace(/\r\n?/g, "\n");
  const [front = ""] = FRONTMATTER.exec(whole) ?? [];
  const text = whole.slice(front.length);
  const header = HEADER.exec(text);
  if (!header) return null;
  const [, ...titles] = TITLE.exec(front) ?? [];
  const graph: MermaidGraph = {
    title: titles.find((title) => title !== undefined)?.trim() ?? null,
    shapes: new Map(),
    nodes: new Map(),
    links: [],
    groups: new Map(),
    arrows: new Set(),
    unread: [],
  };
  const open: string[] = [];
  let at = header.index + header[0].length;
  for (;;) {
    at = behind(BETWEEN, text, at);
    if (at >= text.length) return graph;
    at = readStatement(graph, open, text, at);
  }
}

type Before = { ids: readonly string[]; arrow: MermaidArrow };

function behind(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}

/** Reads one statement, and says where it ends. */
function readStatement(graph: MermaidGraph, open: string[], text: string, at: number): number {
  const looks = behind(LOOKS, text, at);
  if (looks > at) return looks;
  const end = behind(END, text, at);
  if (end > at) {
    open.pop();
    return end;
  }
  const [group, title = ""] = match(GROUP, text, at) ?? [];
  if (group !== undefined) {
    open.push(openGroup(graph, title.trim()));
    return at + group.length;
  }
  return readChain(graph, open, text, at);
}

/** `subgraph one[First]` or `subgraph First`. */
function openGroup(graph: MermaidGraph, written: string): string {
  const [, id = written, title = written] = /^([^\s[]+)[ \t]*\[(.*)\]$/.exec(written) ?? [];
  if (!graph.groups.has(id)) graph.groups.set(id, { title: labelText(title), nodes: new Set() });
  return id;
}

/** `a --> b & c --> d`: each group waits for the one in front of it. */
function readChain(graph: MermaidGraph, open: readonly string[], text: string, start: number): number {
  let before: Before | null = null;
  let readTo = start;
  let at = start;
  for (;;) {
    const nodes = scanNodes(text, at);
    if (!nodes) return unread(graph, text, readTo);
    at = behind(SPACE, text, nodes.end);
    const isEnd = at >= text.length || /[\n;]/.test(text.charAt(at)) || text.startsWith("%%", at);
    const [name = "", id] = match(ARROW_NAME, text, at) ?? [];
    const arrow = isEnd ? null : scanArrow(text, at + name.length);
    // A line of words is no node with something behind it.
    if (!before && !isEnd && !arrow) return unread(graph, text, readTo);
    const ids = nodes.list.map((node) => node.id);
    if (before && !addLinks(graph, before, ids)) return unread(graph, text, readTo);
    addNodes(graph, open, nodes.list);
    if (isEnd) return at;
    readTo = at;
    if (!arrow) return unread(graph, text, readTo);
    if (id !== undefined) graph.arrows.add(id);
    at = behind(SPACE, text, arrow.end);
    before = { ids, arrow };
  }
}

function addNodes(graph: MermaidGraph, open: readonly string[], nodes: readonly MermaidNode[]): void {
  for (const { id, label, shape } of nodes) {
    if (shape !== null) graph.shapes.set(id, shape);
    if (label !== null || !graph.nodes.has(id)) graph.nodes.set(id, label);
    for (const group of open.slice(-MAX_OPEN_GROUPS)) graph.groups.get(group)?.nodes.add(id);
  }
}

/** Links each node to those in front of its arrow; false when there would be too many. */
function addLinks(graph: MermaidGraph, before: Before, ids: readonly string[]): boolean {
  const { isInvisible, isReversed, label } = before.arrow;
  if (isInvisible) return true;
  if (graph.links.length + before.ids.length * ids.length > MAX_LINKS) return false;
  for (const id of ids) {
    for (const other of before.ids) {
      const [from, to] = isReversed ? [id, other] : [other, id];
      graph.links.push({ from, to, label });
    }
  }
  return true;
}

/** The nodes from a place on that are joined by `&`; null when one of them cannot be read. */
function scanNodes(text: string, start: number): { list: MermaidNode[]; end: number } | null {
  const list: MermaidNode[] = [];
  let at = start;
  for (;;) {
    const node = scanNode(text, at);
    if (!node) return null;
    list.push(node);
    const { end } = node;
    const and = behind(AND, text, end);
    if (and === end) return { list, end };
    at = and;
  }
}

function unread(graph: MermaidGraph, text: string, at: number): number {
  const end = behind(REST, text, at);
  graph.unread.push(text.slice(at, end).trim());
  return end;
}
