import { useCallback, useRef, useState } from "react";
import type { PlannerMessage } from "./planner-message.ts";
import { readUnsent, writeUnsent } from "./unsent-storage.ts";

/** The messages that the server may not have: kept when they are sent, dropped once it is known to have them. */
export function useUnsent(agentId: string) {
  const [unsent, setUnsent] = useState(() => readUnsent(agentId));
  const newest = useRef(unsent);

  const change = useCallback(
    (next: PlannerMessage[]) => {
      newest.current = next;
      writeUnsent(agentId, next);
      setUnsent(next);
    },
    [agentId],
  );
  const keep = useCallback(
    (message: PlannerMessage) =>
      change([...newest.current.filter((item) => item.id !== message.id), message]),
    [change],
  );
  const drop = useCallback(
    (ids: ReadonlySet<string>) => {
      const left = newest.current.filter((message) => !ids.has(message.id));
      if (left.length < newest.current.length) change(left);
    },
    [change],
  );
  return { unsent, keep, drop };
}
