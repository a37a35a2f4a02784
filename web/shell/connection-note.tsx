import { useEffect, useState } from "react";
import { ApiError } from "#web/api.ts";
import { useAgents } from "#web/queries.ts";
import styles from "./connection-note.module.css";
import { useIsOffline } from "./use-is-offline.ts";

// A short gap mends itself before anybody has to know of it.
const SILENT_MS = 2_000;

/** Says quietly that the page shows what it last knew. */
export function ConnectionNote() {
  const isOffline = useIsOffline();
  const { failureReason } = useAgents();
  const isUnreached =
    failureReason instanceof ApiError && (failureReason.status === 0 || failureReason.status >= 502);
  const isShown = useAfter(isUnreached, SILENT_MS);

  useEffect(() => {
    if (!(failureReason instanceof ApiError) || failureReason.status !== 401) return;
    const { pathname, search } = window.location;
    window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  }, [failureReason]);

  if (!isOffline && !isShown) return null;
  return (
    <p className={styles["note"]} role="alert">
      {isOffline ? "You are offline. What you see is the last known state." : "Reconnecting to the server…"}
    </p>
  );
}

function useAfter(isTrue: boolean, delayMs: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isTrue) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), delayMs);
    return () => clearTimeout(timer);
  }, [isTrue, delayMs]);
  return isLong;
}
