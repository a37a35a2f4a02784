import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { test } from "vitest";
import { writeFileTool } from "#server/tools/write-file.ts";
import { listFilesTool } from "#server/tools/list-files.ts";
import { toolContext } from "./call-tool.ts";
import { makeCommandWorld } from "./command-world.ts";

test("original", { timeout: 300000 }, async () => {
  for (const delay of [0, 50, 100, 200, 300, 400, 600]) {
    const w = await makeCommandWorld();
    const away = path.join(w.outside, "st"); mkdirSync(path.join(away, "d"), { recursive: true });
    symlinkSync(".git", path.join(away, "g"));
    writeFileSync(path.join(away, ".gitattributes"), "a filter=x\n"); writeFileSync(path.join(away, ".gitignore"), "d/\n"); writeFileSync(path.join(away, "a"), "x");
    for (let n = 0; n < 30000; n++) writeFileSync(path.join(away, "d", `${n}`), "");
    execFileSync("/usr/bin/tar", ["-czf", path.join(w.folder, "p.tgz"), "g", ".gitattributes", ".gitignore", "a", "d"], { cwd: away });
    const write = writeFileTool({ dataDir: w.dataDir, filesFolder: "x", filesRead: [], filesWrite: [w.writable] });
    const init = await w.call("git", ["init", "-q"]);
    const tar = await w.call("tar", ["-xzf", "p.tgz"]);
    const started = Date.now();
    const [add, put] = await Promise.all([
      w.call("git", ["add", "a"]),
      wait(delay).then(() => write.call({ path: "g/config", content: `[filter "x"]\n clean = "id > ${w.folder}/PWNED; cat"` }, toolContext(w.folder))),
    ]);
    console.log(delay, Date.now() - started, init.type, JSON.stringify(tar).slice(0, 160), JSON.stringify(add), JSON.stringify(put), "PWNED", existsSync(`${w.folder}/PWNED`), readdirSync(path.join(w.dataDir, "git")));
    execFileSync("rm", ["-rf", away, w.folder]);
  }
});
test("patterns", { timeout: 300000 }, async () => {
  const w = await makeCommandWorld();
  writeFileSync(path.join(w.folder, "a".repeat(250)), "");
  const list = listFilesTool({ dataDir: w.dataDir, filesFolder: "x", filesRead: [], filesWrite: [] });
  for (const pattern of ["+(+(a)+(a)+(a))b", "*(*(a|aa)|a*)b", `${"*a".repeat(30)}b`, "**/".repeat(300) + "x", "**/a/".repeat(150) + "x", `${"{a,b}".repeat(9)}*`, "!(!(!(a)))", "[".repeat(500), "{1..1000}".repeat(1)]) {
    const t = Date.now(); let ticks = 0; const i = setInterval(() => ticks++, 10);
    const o = await list.call({ pattern }, toolContext(w.folder)); clearInterval(i);
    console.log(pattern.slice(0, 40), Date.now() - t, "ms; ticks", ticks, JSON.stringify(o).slice(0, 200));
  }
});
