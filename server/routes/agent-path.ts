import { z } from "@hono/zod-openapi";

export const agentPath = z.object({
  agentId: z.string().openapi({ description: "The agent's id or slug." }),
});
