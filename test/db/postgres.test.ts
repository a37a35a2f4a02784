import { afterAll, expect, test } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { startPostgres } from "#test/postgres-server.ts";

const server = await startPostgres();
const url = await server.createDatabase();
const database = await openPostgres(url);
const other = await openPostgres(url);
afterAll(async () => {
  await database.close();
  await other.close();
  await server.stop();
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const cut = (text: string) =>
  other.hot(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query like $1",
    [text],
  );
const answers = () =>
  database.hot("select 1", []).then(
    () => true,
    () => false,
  );

test("a transaction whose connection is cut fails as a whole, and nothing of it is said on another connection", async () => {
  await database.db.execute("create table cut (value text)");

  const work = database.db.transaction(async (tx) => {
    await tx.execute("insert into cut values ('before')");
    await cut("insert into cut%");
    await tx.execute("insert into cut values ('behind')").catch(() => {});
    await tx.execute("insert into cut values ('after')");
  });

  await expect(work).rejects.toThrow();
  expect(await other.hot("select * from cut", [])).toEqual([]);
});

test("after more broken transactions than there are connections, transactions still begin", async () => {
  for (let round = 0; round < 12; round += 1) {
    const work = database.db.transaction(async (tx) => {
      await tx.execute("select 'broken'");
      await cut("select 'broken'%");
    });
    await expect(work).rejects.toThrow();
  }

  await expect(database.db.transaction((tx) => tx.execute("select 1"))).resolves.toBeDefined();
});

test("a server that falls and returns: statements fail meanwhile, then all goes on, listening too", async () => {
  const heard: string[] = [];
  const stop = await database.listen("news", (payload) => heard.push(payload));
  await other.hot("select pg_notify('news', 'first')", []);
  await until(() => heard.includes("first"));

  const broken = database.db.transaction((tx) => tx.execute("select pg_sleep(30)"));
  const hot = database.hot("select pg_sleep(30)", []);
  const ended = Promise.allSettled([broken, hot]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await server.crash();
  expect((await ended).map((end) => end.status)).toEqual(["rejected", "rejected"]);
  expect(await answers()).toBe(false);
  await server.startAgain();

  await until(answers);
  await until(() => heard.includes(""));
  await until(() =>
    other.hot("select pg_notify('news', 'again')", []).then(
      () => true,
      () => false,
    ),
  );
  await until(() => heard.includes("again"));
  await stop();
  await database.db.transaction((tx) => tx.execute("select 1"));
});

test("who stops listening hears nothing more, and others on the channel go on", async () => {
  const [first, second]: [string[], string[]] = [[], []];
  const stopFirst = await database.listen("talk", (payload) => first.push(payload));
  const stopSecond = await database.listen("talk", (payload) => second.push(payload));
  await stopFirst();
  await other.hot("select pg_notify('talk', 'hello')", []);

  await until(() => second.includes("hello"));
  await stopSecond();
  expect(first).toEqual([]);
});

test("closing does not wait for a statement that hangs, and may be asked for twice", async () => {
  const hanging = await openPostgres(url);
  const statement = hanging.db.execute("select pg_sleep(60)").then(
    () => "answered",
    () => "broken",
  );
  await until(
    async () =>
      (await other.hot("select 1 from pg_stat_activity where query like 'select pg_sleep(60)%'", [])).length >
      0,
  );

  await hanging.close();
  await hanging.close();

  await cut("select pg_sleep(60)%");
  expect(await statement).toBe("broken");
});
