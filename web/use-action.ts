import { useCallback, useRef, useState } from "react";
import { errorSentence, fieldProblems } from "./api.ts";

/**
 * What one press does: whether it is under way, and in words why it failed. A second press meanwhile does
 * nothing. `act` answers whether it worked. What is said at one of the `fields` is no problem of the whole.
 */
export function useAction(failure: string, fields: readonly string[] = []) {
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const act = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setIsSending(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (thrown) {
      setError(thrown);
      return false;
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  }, []);

  const refused = Object.keys(fieldProblems(error));
  const isAtFields = refused.length > 0 && refused.every((field) => fields.includes(field));
  const problem = error === null || isAtFields ? null : `${failure} ${errorSentence(error)}`;
  return { act, isSending, error, problem };
}
