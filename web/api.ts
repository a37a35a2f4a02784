import type { Issue } from "#server/core/plan.ts";

/** What the server refused, in its own words. Status 0: it was not reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly issues: readonly Issue[];

  constructor(status: number, message: string, issues: readonly Issue[] = [], options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.issues = issues;
  }
}

export type Page<Item> = { items: Item[]; nextCursor: string | null };

export async function fetchJson<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await reach(path, init);
  if (response.status === 204) throw new ApiError(204, `The server answered "${path}" with nothing.`);
  // The server makes its answers from the schemas that these types are inferred from.
  return (await response.json()) as Answer;
}

/** For answers that carry nothing the page needs. */
export async function send(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<void> {
  await reach(path, withBody(method, body));
}

export function postJson<Answer>(path: string, body: unknown): Promise<Answer> {
  return fetchJson<Answer>(path, withBody("POST", body));
}

export function patchJson<Answer>(path: string, body: unknown): Promise<Answer> {
  return fetchJson<Answer>(path, withBody("PATCH", body));
}

export function putJson<Answer>(path: string, body: unknown): Promise<Answer> {
  return fetchJson<Answer>(path, withBody("PUT", body));
}

export async function fetchText(path: string, accept: string): Promise<string> {
  const response = await reach(path, { headers: { accept } });
  return response.text();
}

function withBody(method: string, body: unknown): RequestInit {
  if (body === undefined) return { method };
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "The server cannot be reached. Check the connection and try again.", [], { cause });
  });
  if (!response.ok) throw problemFrom(response.status, await response.text());
  return response;
}

/** Reads an RFC 9457 problem document; any other body becomes a sentence with the status. */
export function problemFrom(status: number, body: string): ApiError {
  const document = parseObject(body);
  const title = typeof document?.["title"] === "string" ? document["title"] : null;
  const detail = typeof document?.["detail"] === "string" ? document["detail"] : null;
  const issues = Array.isArray(document?.["issues"]) ? document["issues"].filter(isIssue) : [];
  return new ApiError(status, detail ?? title ?? `The server answered with status ${status}.`, issues);
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"
  );
}

/** The sentence to show for anything that was thrown. The chat transport throws a refusal's body as text. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return "Something failed and gave no reason. Try again.";
  if (error instanceof ApiError) return error.message;
  if (error instanceof TypeError) return "The server cannot be reached. Check the connection and try again.";
  return parseObject(error.message) ? problemFrom(0, error.message).message : error.message;
}

/** What the server refused of each field of what was sent, by the field's path. */
export function fieldProblems(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const problems: Record<string, string> = {};
  for (const issue of error.issues) {
    if (!("path" in issue) || typeof issue.path !== "string") continue;
    const known = problems[issue.path];
    problems[issue.path] = known === undefined ? issue.message : `${known} ${issue.message}`;
  }
  return problems;
}

/** Whether the server refused what was sent, so that sending the same again helps nothing. Takes what the chat transport throws. */
export function isRefusedForGood(error: Error | undefined): boolean {
  const status = error instanceof ApiError ? error.status : parseObject(error?.message ?? "")?.["status"];
  return typeof status === "number" && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
