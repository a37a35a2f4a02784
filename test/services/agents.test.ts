import { afterAll, expect, test } from "vitest";
import { openPlanning } from "#test/planning.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function create(body: unknown) {
  return planning.request("POST", "/api/agents", body);
}

test("a new agent has a slug of its name, and equal names get different slugs", async () => {
  const first = await create({ name: "Überblick: Wöchentlicher Bericht!" });
  const second = await create({ name: "Überblick – wöchentlicher Bericht" });

  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({
    slug: "uberblick-wochentlicher-bericht",
    model: null,
    tools: null,
    status: "active",
    draft: null,
    snapshotId: null,
    savedRevision: null,
    lastRun: null,
    pendingApprovals: 0,
  });
  expect(second.body.slug).toBe("uberblick-wochentlicher-bericht-2");
});

test("many agents of one name created at once all get slugs of their own", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: "週報" })));

  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
  expect(new Set(answers.map((answer) => answer.body.slug)).size).toBe(8);
});

test("an agent is found by id and by slug, and nothing else is", async () => {
  const { body } = await create({ name: "Find me" });

  expect((await planning.request("GET", `/api/agents/${body.agentId}`)).body.slug).toBe(body.slug);
  expect((await planning.request("GET", `/api/agents/${body.slug}`)).body.agentId).toBe(body.agentId);
  const missing = await planning.request("GET", "/api/agents/no-such");
  expect(missing.status).toBe(404);
  expect(missing.body.detail).toBe('Agent "no-such" not found.');
});

test("what is given is changed, the rest stays, and the slug keeps leading here", async () => {
  const { body } = await create({ name: "Old name", tools: ["read_file"] });

  const changed = await planning.request("PATCH", `/api/agents/${body.slug}`, {
    name: "New name",
    model: "openai:gpt-5.2",
  });

  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    name: "New name",
    model: "openai:gpt-5.2",
    tools: ["read_file"],
    slug: "old-name",
  });
});

test("an archived agent is kept, leaves the list of active ones, takes no message, and can come back", async () => {
  const { body } = await create({ name: "Put aside" });

  const archived = await planning.request("DELETE", `/api/agents/${body.agentId}`);
  const active = await planning.request("GET", "/api/agents?status=active&limit=200");
  const refused = await planning.post(body.agentId, "Hello");
  const back = await planning.request("PATCH", `/api/agents/${body.agentId}`, { status: "active" });

  expect(archived.body.status).toBe("archived");
  expect(active.body.items.map((item: { slug: string }) => item.slug)).not.toContain("put-aside");
  expect(refused.status).toBe(409);
  expect(back.body.status).toBe("active");
});

test("pages together hold every agent once, newest first", async () => {
  const all = await planning.request("GET", "/api/agents?limit=200");
  const slugs: string[] = [];
  let cursor = "";
  for (let page = 0; page < 50 && cursor !== null; page += 1) {
    const { body } = await planning.request("GET", `/api/agents?limit=3${cursor && `&cursor=${cursor}`}`);
    slugs.push(...body.items.map((item: { slug: string }) => item.slug));
    cursor = body.nextCursor;
  }

  expect(cursor).toBeNull();
  expect(slugs).toEqual(all.body.items.map((item: { slug: string }) => item.slug));
  expect(slugs.length).toBeGreaterThan(8);
});

test.each([
  ["no name", {}, "name"],
  ["a blank name", { name: "   " }, "name"],
  ["a name of two lines", { name: "a\nb" }, "name"],
  ["a name with half a character pair", { name: "a\ud800" }, "name"],
  ["a name that is too long", { name: "x".repeat(121) }, "name"],
  ["a model of no known form", { name: "a", model: "gpt" }, "model"],
  ["a tool that is not there", { name: "a", tools: ["fly"] }, "tools"],
  ["an unknown field", { name: "a", approved: true }, "approved"],
])("an agent with %s is refused with the field", async (_what, body, path) => {
  const answer = await create(body);

  expect(answer.status).toBe(422);
  expect(answer.body.issues[0].path).toBe(path);
});

test.each(["nonsense", "YWdlbnRz", "bWVzc2FnZXM6MQ", "%F0%9F%98%80"])(
  "the bad cursor %s is refused",
  async (cursor) => {
    const answer = await planning.request("GET", `/api/agents?cursor=${cursor}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain("cursor");
  },
);
