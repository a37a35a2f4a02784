import { createContext } from "react";

/** Puts words into the composer, where the person reads them before sending; null where there is none. */
export const WriteMessageContext = createContext<((words: string) => void) | null>(null);
