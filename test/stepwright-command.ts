import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../server/stepwright.mjs", import.meta.url));

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs a command to its end, with no setting but those given. */
export async function stepwright(
  args: string[],
  environment: Record<string, string> = {},
  input = "",
): Promise<Ended> {
  const child = begin(args, environment);
  child.stdin?.end(input);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close"),
    outputOf(child.stdout),
    outputOf(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** Starts a command that stays, and waits until it has said what `until` matches. */
export async function startStepwright(args: string[], environment: Record<string, string>, until: RegExp) {
  const child = begin(args, environment);
  let said = "";
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const found = until.exec(said);
      if (found) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("close", () => reject(new Error(`The command ended before it said ${until}: ${said}`)));
  });
  return {
    match,
    said: () => said,
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const closed = once(child, "close");
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
}

function begin(args: string[], environment: Record<string, string>): ChildProcess {
  const { PATH = "" } = process.env;
  return spawn(process.execPath, [main, ...args], { env: { PATH, ...environment } });
}

function outputOf(stream: ChildProcess["stdout"]): Promise<string> {
  return stream === null ? Promise.resolve("") : text(stream);
}
