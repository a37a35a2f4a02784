import { createContext, useContext } from "react";

/** What "step 4" in a text leads to: its title in the plan on screen, and a way to it. */
export type StepFocus = {
  titleOf: (stepNumber: number) => string | null;
  focus: (stepNumber: number) => void;
};

export const StepFocusContext = createContext<StepFocus>({ titleOf: () => null, focus: () => {} });

export function useStepFocus(): StepFocus {
  return useContext(StepFocusContext);
}
