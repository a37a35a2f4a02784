/** A node of an HTML tree, as far as it is looked at here. */
export type HtmlNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
};

const DROPPED =
  /^(?:script|style|noscript|template|iframe|object|embed|applet|svg|math|canvas|audio|video|source|track|button|input|select|textarea|form-control|link|meta|base|head|title|dialog)$/;
const LINKED = ["http:", "https:", "mailto:", "tel:"];
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * What of a tree people see: without programs, forms, comments and hidden parts; links absolute, others than
 * to web, mail and telephone unwrapped; images as links with their description, or gone.
 */
export function cleanTree(node: HtmlNode, base: string, isInLink = false): HtmlNode {
  const children = (node.children ?? []).flatMap((child) => cleanNode(child, base, isInLink));
  // Without its position in the source, which takes more memory than the rest of a node.
  const { type, tagName, properties } = node;
  return { type, ...(tagName !== undefined && { tagName, properties: properties ?? {} }), children };
}

function cleanNode(node: HtmlNode, base: string, isInLink: boolean): HtmlNode[] {
  if (node.type === "text") return [{ type: "text", value: node.value ?? "" }];
  if (node.type !== "element" || node.tagName === undefined) return [];
  const properties = node.properties ?? {};
  if (DROPPED.test(node.tagName) || isHidden(properties)) return [];
  if (node.tagName === "img") return image(properties, base, isInLink);
  if (node.tagName !== "a") return [cleanTree({ ...node, properties: kept(properties) }, base, isInLink)];

  const target = absolute(properties["href"], base);
  const inner = cleanTree(node, base, true);
  if (target === null || isInLink) return inner.children ?? [];
  return [{ ...inner, properties: { href: target } }];
}

function image(properties: Record<string, unknown>, base: string, isInLink: boolean): HtmlNode[] {
  const words = typeof properties["alt"] === "string" ? properties["alt"].trim() : "";
  if (words === "") return [];
  const text: HtmlNode = { type: "text", value: words };
  const target = absolute(properties["src"], base);
  if (isInLink || target === null) return [text];
  return [{ type: "element", tagName: "a", properties: { href: target }, children: [text] }];
}

/** Only what Markdown has a form for: the numbering of lists, the alignment of columns, the language of code. */
function kept({
  start,
  align,
  className,
  colSpan,
  rowSpan,
}: Record<string, unknown>): Record<string, unknown> {
  return { start, align, className, colSpan, rowSpan };
}

function isHidden(properties: Record<string, unknown>): boolean {
  const style = properties["style"];
  return (
    (properties["hidden"] !== undefined && properties["hidden"] !== false) ||
    properties["ariaHidden"] === "true" ||
    (typeof style === "string" && HIDDEN_STYLE.test(style))
  );
}

function absolute(address: unknown, base: string): string | null {
  if (typeof address !== "string") return null;
  const url = URL.parse(address.trim(), base);
  return url !== null && LINKED.includes(url.protocol) ? url.href : null;
}
