import { OpenAPIHono, z } from "@hono/zod-openapi";
import { shortened } from "#server/core/characters.ts";
import { jsonSchema } from "#server/core/json.ts";
import { listOf } from "#server/core/list-of.ts";
import { issueSchema } from "#server/core/plan.ts";
import { AppError, invalid } from "#server/errors.ts";
import { fieldIssues } from "./field-issues.ts";

/** `schema` under a name in the API's description, however early it was made. */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  // A schema made before the extension was installed has no `openapi` of its own.
  return Reflect.apply(z.ZodType.prototype.openapi, schema, [name]);
}

// A schema that contains itself can only be described by name.
named("Json", jsonSchema);

/** What every error answers with: RFC 9457 problem details, as `application/problem+json`. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    issues: z.array(z.union([issueSchema, z.object({ path: z.string(), message: z.string() })])).optional(),
  })
  .openapi("Problem");

const PROBLEMS = {
  400: "The request cannot be read, such as malformed JSON.",
  401: "The access token is missing or wrong.",
  403: "The request comes from a page or host that may not send it.",
  404: "There is no such thing.",
  409: "It contradicts the present state.",
  413: "The body is larger than 1 MB.",
  415: "The body is not JSON.",
  422: "Values are not what they must be. `issues` names each.",
  429: "Too many requests; `Retry-After` says when to come back.",
  503: "Something that is needed is not reachable now.",
} as const;

/** The error answers of a route, for its `responses`: `...problems(404, 409)`. */
export function problems<Status extends keyof typeof PROBLEMS>(...statuses: Status[]) {
  const entries = statuses.map((status) => [
    status,
    { description: PROBLEMS[status], content: { "application/problem+json": { schema: problemSchema } } },
  ]);
  // Object.fromEntries forgets which keys it was given.
  return Object.fromEntries(entries) as Record<
    Status,
    { description: string; content: { "application/problem+json": { schema: typeof problemSchema } } }
  >;
}

/** A JSON answer of a route. */
export function answer<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** A JSON body that a route asks for. */
export function body<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** The query parameters that a route takes; any other is refused, naming these. */
export function query<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).map((name) => `"${name}"`);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return undefined;
      const given = issue.keys.map((name) => `"${shortened(name)}"`);
      const isNone = given.length === 1 ? "is no query parameter" : "are no query parameters";
      return `${listOf(given, "and")} ${isNone} here. Known: ${known.join(", ")}.`;
    },
  });
}

const page = {
  cursor: z.string().min(1).optional().openapi({ description: "`nextCursor` of the page before." }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** Which page of a list: `?cursor=&limit=`. */
export const pageQuerySchema = query(page);

/** The same with what narrows the list. */
export function pageQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return query({ ...page, ...shape });
}

/** A page of a list, newest first. `nextCursor` is null on the last page. */
export function pageSchema<Schema extends z.ZodType>(item: Schema) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

const PLACES = {
  json: "body",
  form: "form",
  query: "query",
  param: "path",
  header: "headers",
  cookie: "cookies",
};

/** An empty set of routes whose requests are checked: what does not fit is refused field by field. */
export function newRoutes() {
  return new OpenAPIHono({
    defaultHook: (result) => {
      if (result.success) return;
      const unknown = result.error.issues.find(({ code }) => code === "unrecognized_keys");
      if (result.target === "query" && unknown !== undefined)
        throw new AppError("bad-request", unknown.message);
      const { data } = result as { data?: unknown };
      const issues = fieldIssues(result.error, data);
      const place = PLACES[result.target];
      throw invalid(
        `The ${place} of the request does not fit: ${issues.map((issue) => issue.message).join(" ")}`,
        issues,
      );
    },
  });
}
