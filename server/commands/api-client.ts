import type { FlexibleSchema } from "ai";
import { z } from "zod";
import { CommandError } from "./command-error.ts";

const problemSchema = z.object({
  status: z.int(),
  detail: z.string(),
  issues: z.array(z.object({ message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** What the API refuses, in its own words. */
export class ApiProblem extends CommandError {
  override readonly name = "CommandError";
  readonly problem: Problem;

  /** `place` is where was asked: a server or a data folder. */
  constructor(problem: Problem, place: string) {
    super(problem.status === 404 ? `${problem.detail} Asked: ${place}.` : problem.detail);
    this.problem = problem;
  }
}

type Call = {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
export type ApiClient = ReturnType<typeof createApiClient>;

/** The HTTP API as commands use it. A refusal throws ApiProblem, which names `place` when a thing is not there. */
export function createApiClient(url: string, accessToken: string | null, place = `the server at ${url}`) {
  async function send(
    path: string,
    { method = "GET", body, headers = {}, signal }: Call = {},
  ): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(accessToken === null ? {} : { Authorization: `Bearer ${accessToken}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      throw new CommandError(`The server at ${url} does not answer. Is it still running?`, { cause });
    });
    if (!response.ok) throw await problemOf(response, path, place);
    return response;
  }

  return {
    place,
    text: async (path: string, call?: Call) => (await send(path, call)).text(),
    /** The body as it comes, for answers that may be long. */
    body: async (path: string, call?: Call) => (await send(path, call)).body,
    json: async <Schema extends z.ZodType>(
      schema: Schema,
      path: string,
      call?: Call,
    ): Promise<z.output<Schema>> => schema.parse(await (await send(path, call)).json()),
    /** The data of each server-sent event, as long as the server keeps talking. */
    events: async function* <Event>(
      schema: FlexibleSchema<Event>,
      path: string,
      call: Call = {},
    ): AsyncGenerator<Event> {
      const { parseJsonEventStream } = await import("ai");
      const headers = { ...call.headers, Accept: "text/event-stream" };
      const response = await send(path, { ...call, headers });
      if (response.body === null || response.status === 204) return;
      for await (const event of parseJsonEventStream({ stream: response.body, schema })) {
        if (!event.success)
          throw new Error(`The server sent an event of an unknown form on ${path}`, { cause: event.error });
        yield event.value;
      }
    },
  };
}

async function problemOf(response: Response, path: string, place: string): Promise<CommandError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return new CommandError(`The server answered ${path} with ${response.status}.`);
  if (parsed.data.status === 401) {
    return new CommandError(
      "The server needs its access token. Set ACCESS_TOKEN to the value that it was started with.",
    );
  }
  return new ApiProblem(parsed.data, place);
}
