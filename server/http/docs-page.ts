import { html } from "hono/html";
import { plainPage } from "./plain-page.ts";

type Content = Record<string, { schema?: unknown }>;
type Operation = {
  tags?: string[];
  summary?: string;
  parameters?: { name?: string; in?: string; required?: boolean; description?: string; schema?: unknown }[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};
type Entry = { path: string; method: string; operation: Operation };
type Described = { paths?: object; components?: { schemas?: object } };

const METHODS = ["get", "post", "put", "patch", "delete"];

/** An OpenAPI document as a page to read. */
export function docsPage(document: Described) {
  const entries = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method): Entry[] => {
      const operation: Operation | undefined = (item as Record<string, Operation>)[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const groups = Map.groupBy(entries, (entry) => entry.operation.tags?.[0] ?? "Other");
  const schemas = Object.entries(document.components?.schemas ?? {});

  return plainPage(
    "API · Stepwright",
    html`<main class="docs">
<p class="brand">Stepwright</p>
<h1>HTTP API</h1>
<p class="quiet">Everything here is also <a href="/api/openapi.json">OpenAPI 3.1</a>. Errors are problem documents
(RFC 9457) with a sentence in <code>detail</code>. Lists are <code>{ items, nextCursor }</code>. No path writes a plan:
the only way in is a message.</p>
${[...groups].map(([name, group]) => html`<section><h2>${name}</h2>${group.map(operationEntry)}</section>`)}
<section><h2>Shapes</h2>${schemas.map(
      ([name, schema]) =>
        html`<details id="${name}"><summary><code>${name}</code></summary>${json(schema)}</details>`,
    )}</section>
</main>`,
  );
}

function operationEntry({ path, method, operation }: Entry) {
  const parameters = operation.parameters ?? [];
  return html`<details>
<summary><code><span class="method">${method.toUpperCase()}</span> ${path}</code> · ${operation.summary ?? ""}</summary>
${
  parameters.length === 0
    ? ""
    : html`<table>
<tr><th>Parameter</th><th>In</th><th>Form</th><th></th></tr>
${parameters.map(
  (
    item,
  ) => html`<tr><td><code>${item.name}</code>${item.required ? "" : html` <span class="quiet">optional</span>`}</td>
<td>${item.in}</td><td><code>${JSON.stringify(item.schema)}</code></td><td>${item.description ?? ""}</td></tr>`,
)}
</table>`
}
${Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => html`<p>Body, ${type}:</p>${json(schema)}`)}
<table><tr><th>Answer</th><th></th><th>Shape</th></tr>
${Object.entries(operation.responses ?? {}).map(
  ([status, response]) => html`<tr><td><code>${status}</code></td><td>${response.description ?? ""}</td>
<td>${Object.values(response.content ?? {}).map(({ schema }) => shape(schema))}</td></tr>`,
)}
</table>
</details>`;
}

function shape(schema: unknown) {
  const reference = (schema as { $ref?: string } | undefined)?.$ref;
  const name = reference?.split("/").at(-1);
  return name === undefined
    ? html`<code>${JSON.stringify(schema)}</code> `
    : html`<a href="#${name}">${name}</a> `;
}

function json(schema: unknown) {
  return html`<pre><code>${JSON.stringify(schema, null, 2)}</code></pre>`;
}
