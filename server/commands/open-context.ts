import { ensureFolder } from "#db/ensure-folder.ts";
import { FolderInUseError } from "#db/folder-lock.ts";
import type { Config } from "#server/config.ts";
import { type OpenContext, createContext } from "#server/create-context.ts";
import { CommandError } from "./command-error.ts";
import { databasePlace } from "./database-place.ts";

const RETRY_MS = 2_000;
const SAID_EVERY = 15;
// Faults that pass: the server is not there yet, or starts up.
const PASSING = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "57P01",
  "57P02",
  "57P03",
  "53300",
];
// The driver gives these no code.
const LOST = /^(Connection terminated|timeout expired|timeout exceeded)/;

/** Opens the context; waits for a PostgreSQL that is not reachable yet, and says so now and then. */
export async function openContext(
  config: Config,
  options: { say: (line: string) => void; signal: AbortSignal; makesFilesFolder: boolean },
): Promise<OpenContext> {
  const { say, signal } = options;
  if (options.makesFilesFolder) {
    try {
      ensureFolder(config.filesFolder);
    } catch (error) {
      throw folderProblem(error, config.dataDir);
    }
  }
  for (let tries = 0; ; tries += 1) {
    try {
      return await createContext(config);
    } catch (error) {
      if (config.databaseUrl === null) throw folderProblem(error, config.dataDir);
      const where = databasePlace(config.databaseUrl);
      const fault = faultOf(error);
      if (!PASSING.includes(fault.code)) {
        throw new CommandError(
          `The database at ${where} cannot be opened: ${fault.message}. Check DATABASE_URL.`,
          {
            cause: error,
          },
        );
      }
      if (tries % SAID_EVERY === 0) say(`Waiting for the database at ${where} (${fault.code})…`);
      await pause(RETRY_MS, signal);
    }
  }
}

function folderProblem(error: unknown, folder: string): unknown {
  if (error instanceof FolderInUseError) return error;
  const { code, message } = faultOf(error);
  if (!/^E[A-Z]+$|^ERR_SQLITE/.test(code)) return error;
  return new CommandError(
    `The data folder "${folder}" cannot be opened: ${message}. Set DATA_DIR to another folder.`,
    {
      cause: error,
    },
  );
}

function faultOf(error: unknown): { code: string; message: string } {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AggregateError && current.errors.length > 0) return faultOf(current.errors[0]);
    const { code } = current as NodeJS.ErrnoException;
    if (code !== undefined) return { code, message: current.message.split("\n")[0] ?? "" };
  }
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return { code: LOST.test(message) ? "CONNECTION_CLOSED" : "", message };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new CommandError("Stopped while waiting for the database."));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}
