import { workProcess } from "#server/tools/work-process.ts";
import type { OddTask } from "./odd-work.ts";

// Tells the pid of its work process, then gives it a task without end.
const work = workProcess<OddTask, number>(new URL("./odd-work.ts", import.meta.url), () => true);
const limits = { timeoutMs: 60_000, signal: new AbortController().signal };
const end = await work("pid", limits);
if ("answer" in end) console.log(end.answer);
await work("endless", limits);
