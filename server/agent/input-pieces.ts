const SMALLEST = 64;
const SHARE = 8;
// As deep as a call's arguments may be; readers of unfinished JSON walk it recursively.
const MAX_DEPTH = 100;

type Call = { sent: number; waiting: string; depth: number; isInText: boolean; isEscaped: boolean };

/**
 * Gathers the pieces in which a call's arguments arrive. Who shows them reads all of them again with each
 * piece, so the pieces grow with what is there already, and the work stays in proportion to the whole.
 * Arguments that are nested too deep go on no further.
 */
export function inputPieces() {
  const calls = new Map<string, Call>();
  return {
    /** What to pass on now; empty when it is to wait. */
    add(id: string, delta: string): string {
      const call = calls.get(id) ?? { sent: 0, waiting: "", depth: 0, isInText: false, isEscaped: false };
      calls.set(id, call);
      if (call.depth > MAX_DEPTH) return "";
      followDepth(call, delta);
      call.waiting += delta;
      if (call.depth > MAX_DEPTH || call.waiting.length < Math.max(SMALLEST, call.sent / SHARE)) return "";
      return takeWaiting(call);
    },
    rest(id: string): string {
      const call = calls.get(id);
      calls.delete(id);
      return call === undefined || call.depth > MAX_DEPTH ? "" : takeWaiting(call);
    },
  };
}

function takeWaiting(call: Call): string {
  const { waiting } = call;
  call.sent += waiting.length;
  call.waiting = "";
  return waiting;
}

/** How deep the arguments are nested behind this piece; once they are too deep they stay so. */
function followDepth(call: Call, delta: string): void {
  for (const sign of delta) {
    if (call.isEscaped) call.isEscaped = false;
    else if (call.isInText) {
      if (sign === "\\") call.isEscaped = true;
      else if (sign === '"') call.isInText = false;
    } else if (sign === '"') call.isInText = true;
    else if (sign === "{" || sign === "[") call.depth += 1;
    else if (sign === "}" || sign === "]") call.depth -= 1;
    if (call.depth > MAX_DEPTH) return;
  }
}
