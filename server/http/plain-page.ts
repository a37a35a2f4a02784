import { readFileSync } from "node:fs";
import { html } from "hono/html";

type Html = ReturnType<typeof html>;

export const plainPageCss = readFileSync(new URL("./plain-page.css", import.meta.url), "utf8");

/** A page of the server's own, without scripts. */
export function plainPage(title: string, content: Html, options: { reloadSeconds?: number } = {}): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${options.reloadSeconds === undefined ? "" : html`<meta http-equiv="refresh" content="${options.reloadSeconds}">\n`}<title>${title}</title>
<link rel="stylesheet" href="/sign-in.css">
</head>
<body>${content}</body>
</html>`;
}
