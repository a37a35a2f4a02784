import { createContext, useContext } from "react";
import type { BlameEntry } from "#server/core/views.ts";
import type { Hint } from "#web/ui/use-hint.ts";

/** A field, or a part of one, of a step or of the plan itself. */
export type Blamed = {
  /** The step's key in its plan; null for the plan's own fields. */
  step: string | null;
  /** `title`, or a part such as `dependsOn.fetch`. */
  path: string;
  /** What it is, as the heading of the explanation: `Title of step 3`. */
  name: string;
};

type BlameScope = {
  /** Who set it; null while nobody asked yet, or when nothing is known. */
  entryOf: (blamed: Blamed) => BlameEntry | null;
  /** Asks the server, once, for who set what. */
  want: () => void;
  rest: (hint: Hint<Blamed>, wait?: number) => void;
  leave: () => void;
  show: (hint: Hint<Blamed>) => void;
  hide: () => void;
  /** Leads to the message that set it. */
  go: (blamed: Blamed) => void;
};

export const BlameContext = createContext<BlameScope | null>(null);

/** Null where nothing is to be explained. */
export function useBlameScope(): BlameScope | null {
  return useContext(BlameContext);
}
