import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { isLong } from "#test/quality/long-tests.ts";
import { attacksOn } from "./run-command-attacks.ts";
import { addRepository, addTraps, harmOf, makeCommandWorld } from "./command-world.ts";

const named = await makeCommandWorld();
const NAMES = attacksOn(named).map(([name]) => name);

// Each takes a repository and a dozen processes.
const TRIED = NAMES.filter((_, index) => isLong || index % 10 === 0);

test.each(TRIED)("no attack gets through: %s", async (name) => {
  const world = await makeCommandWorld();
  await addRepository(world.folder);
  await addTraps(world);
  const attack = attacksOn(world).find(([one]) => one === name);
  if (!attack) throw new Error(`there is no attack "${name}"`);
  const [, command, args, stdin] = attack;

  const outcome = await world.call(command, args, stdin === undefined ? {} : { stdin });

  expect(await harmOf(world, outcome)).toEqual([]);
  expect(await readFile(path.join(world.folder, "a.txt"), "utf8")).toBe("two\none\n");
  // What is let through tells nothing and writes nothing outside: only archives whose names are made harmless.
  if (outcome.type === "completed") expect(name).toMatch(/^tar: unpacks (absolute names|names with \.\.)$/);
});

test("there are more than a hundred of them", () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  expect(NAMES.length).toBeGreaterThan(100);
});

test("the attacks work on the same programs when nobody judges their arguments", async () => {
  const works = [
    "tar: --to-command",
    "tar: checkpoint action, abbreviated",
    "tar: --use-compress-program",
    "find: -exec",
    "find: -fprintf",
    "sed: e runs a program",
    "sed: w writes",
    "sort: -o in a cluster",
    "zip: -TT",
    "git: log --output",
    "git: clone --upload-pack",
    "tee: writes outside",
  ];
  for (const name of works) {
    const world = await makeCommandWorld();
    await addRepository(world.folder);
    await addTraps(world);
    const [, command = "", args = [], input] = attacksOn(world).find(([one]) => one === name) ?? [];
    // "git clone" takes a repository that is there.
    const real = args.map((arg) => (name.includes("clone") && arg === "x" ? "." : arg));
    spawnSync(`/usr/bin/${command}`, real, { cwd: world.folder, input: input ?? "" });

    expect([name, await harmOf(world, { type: "completed", output: "" })]).toEqual([
      name,
      [expect.stringContaining("canary")],
    ]);
  }
});
