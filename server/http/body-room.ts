const MAX_BYTES = 48 * 1024 * 1024;
// What a request takes beside its body.
const REQUEST_BYTES = 16 * 1024;

export type Place = { grow: (bytes: number) => void; leave: () => void };

/**
 * How much memory all bodies may take that are being read or worked on. When they would take more, the one
 * whose body has been coming for the longest gives way: those that are quick go through.
 */
export function bodyRoom(max = MAX_BYTES) {
  let taken = 0;
  // In the order of coming, while their bodies are still being read.
  const reading = new Map<symbol, () => void>();

  return {
    /** `giveWay` is called at most once, and not after `read`. */
    enter: (giveWay: () => void): Place & { read: () => void } => {
      const key = Symbol();
      let own = 0;
      reading.set(key, giveWay);
      const grow = (bytes: number) => {
        own += bytes;
        taken += bytes;
        for (const [other, leaveIt] of taken > max ? [...reading] : []) {
          if (taken <= max) break;
          reading.delete(other);
          leaveIt();
        }
      };
      grow(REQUEST_BYTES);
      return {
        grow,
        read: () => void reading.delete(key),
        leave: () => {
          reading.delete(key);
          taken -= own;
          own = 0;
        },
      };
    },
    taken: () => taken,
  };
}

export type BodyRoom = ReturnType<typeof bodyRoom>;
