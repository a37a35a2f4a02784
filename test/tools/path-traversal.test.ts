import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ToolOutcome } from "#server/core/tool.ts";
import { makePathWorld, traversalsOf } from "./path-world.ts";

const NAMES = traversalsOf(await makePathWorld()).map(([name]) => name);

test.each(NAMES)("no tool leaves its folders: %s", async (name) => {
  const world = await makePathWorld();
  const [, asked = "", prepare] = traversalsOf(world).find(([one]) => one === name) ?? [];
  await prepare?.();

  const outcomes: ToolOutcome[] = [];
  for (const way of Object.values(world.ways)) outcomes.push(await way(asked));

  expect(await world.harm(outcomes)).toEqual([]);
});

test("there are more than sixty of them, tried in seven ways", async () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  expect(NAMES.length).toBeGreaterThan(60);
  expect(Object.keys((await makePathWorld()).ways)).toHaveLength(7);
});

test("the same ways reach what lies inside", async () => {
  const { ways, folder } = await makePathWorld();
  await symlink("a.txt", path.join(folder, "link.txt"));

  for (const asked of ["a.txt", "./sub/../a.txt", path.join(folder, "a.txt"), "link.txt"]) {
    expect(await ways.read_file(asked)).toMatchObject({ output: { content: "inside" } });
    expect(await ways.attachment(asked)).toMatchObject({ output: "inside" });
  }
  expect(await ways.list_files("sub")).toMatchObject({ type: "completed" });
  expect(await ways.write_file("new/er/b.txt")).toMatchObject({ type: "completed" });
  expect(await readFile(path.join(folder, "new/er/b.txt"), "utf8")).toBe("canary-written");
});

test("a socket is no file", async () => {
  const world = await makePathWorld();
  const socket = createServer().listen(path.join(world.folder, "socket"));
  await new Promise((resolve) => socket.once("listening", resolve));

  for (const way of [world.ways.read_file, world.ways.write_file, world.ways.attachment]) {
    expect(await way("socket")).toMatchObject({ type: "failed" });
  }
  await new Promise((resolve) => socket.close(resolve));
});

test("a list does not walk through the whole machine behind a link", async () => {
  const world = await makePathWorld();
  await symlink("/", path.join(world.folder, "top"));

  const outcome = await world.ways["list_files by a pattern"]("top/**");

  expect(outcome).toMatchObject({ type: "failed", retry: "now" });
  expect(await world.harm([outcome])).toEqual([]);
});

/** Changes what stands at a name between two things while the work goes on. */
async function whileSwapping(turns: (() => Promise<unknown>)[], work: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  const swapping = (async () => {
    for (let at = 0; !isOver; at += 1) {
      await turns[at % turns.length]?.();
      // Sometimes long enough for a look and an opening, sometimes not.
      for (let turn = 0; turn < at % 9; turn += 1) await setImmediate();
    }
  })();
  await work();
  isOver = true;
  await swapping;
}

const ROUNDS = 300;

test("a file that becomes a link between the look and the opening is neither read nor written", async () => {
  const world = await makePathWorld();
  const inFolder = (name: string) => path.join(world.folder, name);
  await symlink(path.join(world.outside, "secret.txt"), inFolder("evil"));
  const outcomes: ToolOutcome[] = [];

  await whileSwapping(
    [
      () => writeFile(inFolder("good"), "inside").then(() => rename(inFolder("good"), inFolder("x.txt"))),
      () =>
        symlink(path.join(world.outside, "secret.txt"), inFolder("bad")).then(() =>
          rename(inFolder("bad"), inFolder("x.txt")),
        ),
    ],
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        outcomes.push(
          ...(await Promise.all([world.ways.read_file("x.txt"), world.ways.attachment("x.txt")])),
        );
        if (round % 10 === 0) outcomes.push(await world.ways.write_file("x.txt"));
      }
    },
  );

  expect(await world.harm(outcomes)).toEqual([]);
  expect(outcomes.some((outcome) => outcome.type === "completed")).toBe(true);
});

test("a folder that becomes a link between the look and the opening leads nowhere", async () => {
  const world = await makePathWorld();
  const inFolder = (name: string) => path.join(world.folder, name);
  await mkdir(inFolder("real"));
  await writeFile(inFolder("real/secret.txt"), "inside");
  const outcomes: ToolOutcome[] = [];

  await whileSwapping(
    [
      () => rename(inFolder("real"), inFolder("door")).catch(() => {}),
      () => rename(inFolder("door"), inFolder("real")).catch(() => {}),
      () => symlink(world.outside, inFolder("door")).catch(() => {}),
      () => rm(inFolder("door")).catch(() => {}),
    ],
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        outcomes.push(
          ...(await Promise.all([
            world.ways.read_file("door/secret.txt"),
            world.ways.attachment("door/secret.txt"),
            world.ways.list_files("door"),
          ])),
        );
        if (round % 3 === 0)
          outcomes.push(
            await world.ways.write_file("door/new/b.txt"),
            await world.ways.write_file("door/c.txt"),
          );
      }
    },
  );

  expect(await world.harm(outcomes)).toEqual([]);
  expect(outcomes.some((outcome) => outcome.type === "completed")).toBe(true);
});
