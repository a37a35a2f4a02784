import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readServerFile } from "#server/commands/server-file.ts";
import { startStepwright } from "#test/stepwright-command.ts";

const SAMPLE_MS = 100;
const SECRET_KEY = "a key of the chaos that is as long as it has to be";

/** The product as people start it, on a database, with the memory that its process takes. */
export async function startProduct(databaseUrl: string, command: "start" | "web") {
  const folder = await mkdtemp(join(tmpdir(), "stepwright-webhooks-"));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: "0",
    SECRET_KEY,
    LOG_LEVEL: "warn",
  };
  const server = await startStepwright([command], environment, /ready at (http\S+)/);
  const { pid } = readServerFile(folder) ?? { pid: null };
  if (pid === null) throw new Error("The server did not say which process it is.");
  const resident = () => {
    const status = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  };

  return {
    url: String(server.match[1]),
    said: server.said,
    /** In MB. */
    resident,
    /** The most that it takes until `stop`, in MB. */
    watchResident: () => {
      let most = resident();
      const timer = setInterval(() => {
        most = Math.max(most, resident());
      }, SAMPLE_MS);
      return {
        stop: () => {
          clearInterval(timer);
          return most;
        },
      };
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
