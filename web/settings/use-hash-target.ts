import { useEffect } from "react";

/** Goes to the element that the address names, once what stands above it `isThere`. */
export function useHashTarget(isThere: boolean): void {
  useEffect(() => {
    if (!isThere || location.hash === "") return;
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "start" });
  }, [isThere]);
}
