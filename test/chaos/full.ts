import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audit } from "./audit.ts";
import { chaosPlan } from "./chaos-plan.ts";
import { pause } from "./chaos-world.ts";
import { feed } from "./feed.ts";
import { type ChaosOptions, type Report, reportOf } from "./report.ts";
import { withWorld } from "./with-world.ts";

const FULL_MS = 8_000;

/** The disk of the database is full for a while. Needs the right to mount a small file system. */
export async function full({ workers }: ChaosOptions): Promise<Report> {
  const disk = mkdtempSync(join(tmpdir(), "stepwright-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=220m", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    rmdirSync(disk);
    return {
      part: "full disk",
      figures: { "not done": "this user may not mount a file system" },
      problems: [],
    };
  }
  chmodSync(disk, 0o755);
  const settings = ["min_wal_size=32MB", "max_wal_size=32MB", "shared_buffers=16MB"];
  try {
    return await withWorld(
      { plan: chaosPlan, workers, postgres: { parent: disk, settings } },
      async (scene) => {
        const { server, world, hands } = scene;
        let isFilling = true;
        const feeding = feedOn();
        await pause(5_000);
        const before = world.failures();
        const ballast = fill(disk);
        await pause(FULL_MS);
        const refused = world.failures() - before;
        rmSync(ballast);
        const fell = !(await server.isUp());
        if (fell) await server.startAgain();
        await pause(5_000);
        isFilling = false;
        const runs = await feeding;
        const stuck = await world.untilAllOver(60_000);
        const found = await audit(world.ctx, { ...world, plan: chaosPlan });
        const figures = { runs, "refused while full": refused, "server fell": fell ? "yes" : "no" };
        const quiet = refused === 0 ? ["nothing was refused while the disk was full"] : [];
        return reportOf("full disk", found, figures, { stuck, lost: [...hands.lost(), ...quiet] });

        async function feedOn(): Promise<number> {
          while (isFilling) await feed(world, { runs: 10, perSecond: 10 });
          return world.runIds.length;
        }
      },
    );
  } finally {
    execFileSync("umount", [disk]);
    rmdirSync(disk);
  }
}

function fill(disk: string): string {
  const path = join(disk, "ballast");
  const file = openSync(path, "w");
  const block = Buffer.alloc(64 * 1_024);
  try {
    for (;;) writeSync(file, block);
  } catch {
    return path;
  } finally {
    closeSync(file);
  }
}
