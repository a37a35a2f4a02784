import { createContext, useContext } from "react";

/** Sends a message at once; `accepts` names the reply whose proposed correction it accepts. */
type Say = (text: string, accepts?: { messageId: string }) => void;

/** null while an answer is under way, or where nothing can be said. */
export const SayContext = createContext<Say | null>(null);

export function useSay(): Say | null {
  return useContext(SayContext);
}
