import { createContext, useContext } from "react";

/** Opens the list of agents where the window is too narrow to show it all the time. */
export const NavDrawerContext = createContext<() => void>(() => {});

export function useNavDrawer(): () => void {
  return useContext(NavDrawerContext);
}
