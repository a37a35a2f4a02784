import { createRoute, z } from "@hono/zod-openapi";
import { chatResponse } from "#server/agent/chat-response.ts";
import { postMessage } from "#server/agent/chat-post.ts";
import { createChatTurns } from "#server/agent/chat-turns.ts";
import type { Context } from "#server/context.ts";
import { metadataSchema } from "#server/core/conversation.ts";
import { listMessages } from "#server/services/list-messages.ts";
import { readAgent } from "#server/services/read-agent.ts";
import { agentPath } from "./agent-path.ts";
import { answer, body, newRoutes, pageQuerySchema, pageSchema, problems, query } from "./define.ts";

const tags = ["Conversation"];
// A pasted plan of 500 steps fits; the planner itself reads less.
const MAX_TEXT_LENGTH = 600_000;

const textSchema = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
    error: "text without NUL characters and without halves of character pairs",
  });

const incomingSchema = z
  .object({
    id: z
      .string()
      .regex(/^[\w.:-]{1,200}$/, { error: "1 to 200 letters, digits and the signs _ . : -" })
      .openapi({ description: "Chosen by the sender. The same message sent again is answered once." }),
    role: z.literal("user"),
    parts: z
      .array(z.object({ type: z.literal("text"), text: textSchema }))
      .min(1)
      .max(100),
    metadata: z
      .object({
        baseRevision: z
          .int()
          .min(0)
          .optional()
          .openapi({ description: "The revision that the person sees." }),
        timezone: z.string().max(100).optional().openapi({
          description: "The IANA zone of the person's clocks, for a schedule whose zone is not said.",
        }),
        accepts: z
          .object({ messageId: z.string().max(200) })
          .optional()
          .openapi({
            description:
              "The reply whose proposed correction the person accepts: its edits are made as they stand there.",
          }),
        supersedes: z.string().max(200).optional().openapi({
          description:
            "The newest message, when this one says it in other words or asks it again. The plan is taken as that message found it; both stay in the record.",
        }),
      })
      .nullish(),
  })
  .refine(({ parts }) => parts.some((part) => part.text.trim() !== ""), {
    path: ["parts"],
    error: "some text that is not blank",
  })
  .refine(({ parts }) => parts.reduce((total, part) => total + part.text.length, 0) <= MAX_TEXT_LENGTH, {
    path: ["parts"],
    error: `text of at most ${MAX_TEXT_LENGTH} characters in all`,
  });

const messageSchema = z
  .object({
    id: z.string(),
    role: z.enum(["user", "assistant"]),
    parts: z.array(z.looseObject({ type: z.string() })),
    metadata: metadataSchema,
  })
  .openapi("Message");

const eventStream = (description: string) => ({
  description,
  content: { "text/event-stream": { schema: z.string() } },
});

const list = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/messages",
  tags,
  summary: "The conversation, newest message first",
  request: { params: agentPath, query: pageQuerySchema },
  responses: { 200: answer(pageSchema(messageSchema), "A page of messages."), ...problems(400, 404, 422) },
});

const post = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/chat",
  tags,
  summary: "Say something; the only way to change the plan",
  request: {
    params: agentPath,
    body: body(z.object({ id: z.string().max(200).optional(), message: incomingSchema })),
  },
  responses: {
    200: eventStream("The reply, as AI SDK's UI message stream. It is finished even when nobody listens."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const follow = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/chat/stream",
  tags,
  summary: "Take up the reply that is under way, from its start",
  request: { params: agentPath },
  responses: {
    200: eventStream("The reply so far and what is still to come."),
    204: { description: "No reply is under way." },
    ...problems(404),
  },
});

const stop = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/chat/stop",
  tags,
  summary: "Stop a reply; what was said is kept",
  request: {
    params: agentPath,
    query: query({
      messageId: z.string().max(200).optional().openapi({
        description:
          "The message whose reply is to stop, under way or waiting. Without it, the one under way.",
      }),
    }),
  },
  responses: { 204: { description: "That reply is not under way any more." }, ...problems(400, 404, 422) },
});

export function chatRoutes(ctx: Context) {
  const turns = createChatTurns(ctx);
  return newRoutes()
    .openapi(list, async (c) => {
      const { agentId } = c.req.valid("param");
      await turns.closeBroken(agentId);
      return c.json(await listMessages(ctx, { agentId, ...c.req.valid("query") }), 200);
    })
    .openapi(post, async (c) => {
      const { id, parts, metadata } = c.req.valid("json").message;
      const message = { id, texts: parts.map((part) => part.text), metadata: metadata ?? {} };
      return chatResponse(await postMessage(ctx, turns, { ...c.req.valid("param"), message }));
    })
    .openapi(follow, async (c) => {
      const { agentId } = await readAgent(ctx, c.req.valid("param"));
      const stream = turns.follow(agentId);
      return stream === null ? c.body(null, 204) : chatResponse(stream);
    })
    .openapi(stop, async (c) => {
      const { agentId } = await readAgent(ctx, c.req.valid("param"));
      await turns.stop(agentId, c.req.valid("query").messageId);
      return c.body(null, 204);
    });
}
