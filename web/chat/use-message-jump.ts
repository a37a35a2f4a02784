import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { announce } from "#web/announce.tsx";

type Jump = { messageId: string };

type MessageJumpOptions = {
  /** Ids of the messages that are on the page. */
  shown: readonly { id: string }[];
  /** Ids of those that are loaded, and may be on the page a moment later. */
  loaded: readonly { id: string }[];
  /** Loads older messages and says whether that worked; null when all are there. */
  onEarlier: (() => Promise<boolean>) | null;
  isLoading: boolean;
};

/**
 * Leads to a message, also to one that is not loaded yet, and to the one that `?message=` names.
 * `revealed` is the message to bring into view: a new object each time.
 */
export function useMessageJump({ shown, loaded, onEarlier, isLoading }: MessageJumpOptions) {
  const [search, setSearch] = useSearchParams();
  const [wanted, setWanted] = useState<Jump | null>(null);
  const [revealed, setRevealed] = useState<Jump | null>(null);
  const jumpTo = useCallback((messageId: string) => setWanted({ messageId }), []);

  const named = search.get("message");
  useEffect(() => {
    if (named === null) return;
    setWanted({ messageId: named });
    setSearch({}, { replace: true });
  }, [named, setSearch]);

  useEffect(() => {
    if (!wanted || isLoading) return;
    const has = (messages: readonly { id: string }[]) => messages.some(({ id }) => id === wanted.messageId);
    if (has(shown)) {
      setRevealed(wanted);
      setWanted(null);
    } else if (!has(loaded)) {
      if (onEarlier) {
        void onEarlier().then((isLoaded) => isLoaded || setWanted(null));
        return;
      }
      setWanted(null);
      announce("That message is not in this conversation.");
    }
  }, [wanted, shown, loaded, onEarlier, isLoading]);

  return { jumpTo, revealed };
}
