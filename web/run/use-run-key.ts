import { useCallback, useRef } from "react";
import { newRunKey } from "./start-run.ts";

/**
 * The key of a run that is about to be started: the same as long as the same is asked for, so that pressing
 * again after an answer that did not come starts no second run.
 */
export function useRunKey(): (asked: unknown) => string {
  const last = useRef({ asked: "", key: "" });
  return useCallback((asked) => {
    const text = JSON.stringify(asked) ?? "";
    if (last.current.key === "" || last.current.asked !== text)
      last.current = { asked: text, key: newRunKey() };
    return last.current.key;
  }, []);
}
