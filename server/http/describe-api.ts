import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import { docsPage } from "./docs-page.ts";

/** The description of `api` as OpenAPI 3.1 and as a page to read. */
export function describeApi(api: Pick<OpenAPIHono, "getOpenAPI31Document">, publicUrl: string | null) {
  const document = () =>
    api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Stepwright",
        version: "1",
        description:
          "Agents plan by conversation and run what was saved. Errors are problem documents of RFC 9457. " +
          "No path writes a plan: the only way in is a message.",
      },
      servers: [{ url: publicUrl ?? "/" }],
      security: [{}, { accessToken: [] }],
    });

  return new Hono()
    .get("/api/openapi.json", (c) => {
      const described = document();
      const accessToken = {
        type: "http",
        scheme: "bearer",
        description: "ACCESS_TOKEN, where one is set.",
      } as const;
      const components = { ...described.components, securitySchemes: { accessToken } };
      return c.json({ ...described, components });
    })
    .get("/api/docs", (c) => c.html(docsPage(document())));
}
