import { execa } from "execa";
import type { Readable } from "node:stream";

type Program = {
  file: string;
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  stdin: string | null;
  signal: AbortSignal;
  timeoutMs: number;
};

/** What a program wrote, up to a limit; `mark` says what is missing. */
export type Written = { text: string; isCut: boolean; mark: string };

export type ProgramEnd =
  | { type: "exited"; exitCode: number; stdout: Written; stderr: Written }
  | { type: "not_started"; reason: string }
  | { type: "stopped"; because: "late" | "aborted" | "signal"; signal: string; stderr: Written };

export const MAX_OUTPUT_BYTES = 1_000_000;

/**
 * Starts a program without a shell and with this environment only. When it ends or is stopped, every process
 * of its group ends with it. Output beyond the limit is read and dropped.
 */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  const child = execa(program.file, program.args, {
    cwd: program.cwd,
    env: program.environment,
    extendEnv: false,
    ...(program.stdin === null ? { stdin: "ignore" as const } : { input: program.stdin }),
    buffer: false,
    encoding: "buffer",
    reject: false,
    killDescendants: true,
    killSignal: "SIGKILL",
    timeout: program.timeoutMs,
    cancelSignal: program.signal,
  });
  const [stdout, stderr] = [keep(child.stdout), keep(child.stderr)];
  // What it left running would keep the pipes open, and itself alive.
  child.nodeChildProcess.once("exit", () => endGroup(child.pid));
  const end = await child;
  if (child.pid === undefined) return { type: "not_started", reason: end.code ?? "unknown" };
  endGroup(child.pid);
  if (end.timedOut || end.isCanceled || end.exitCode === undefined) {
    const because = end.timedOut ? "late" : end.isCanceled ? "aborted" : "signal";
    return { type: "stopped", because, signal: end.signal ?? "a signal", stderr: stderr() };
  }
  return { type: "exited", exitCode: end.exitCode, stdout: stdout(), stderr: stderr() };
}

function keep(stream: Readable): () => Written {
  const chunks: Buffer[] = [];
  let kept = 0;
  let seen = 0;
  stream.on("data", (chunk: Buffer) => {
    seen += chunk.length;
    const room = MAX_OUTPUT_BYTES - kept;
    if (room <= 0) return;
    // A copy, as a part of a chunk would keep all of it.
    const part = chunk.length <= room ? chunk : Buffer.from(chunk.subarray(0, room));
    kept += part.length;
    chunks.push(part);
  });
  return () => {
    const isCut = seen > kept;
    // While streaming, the first bytes of a character that was cut are held back.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), {
      stream: isCut,
    });
    return { text, isCut, mark: isCut ? `\n[cut: the first ${kept} of ${seen} bytes]` : "" };
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}
