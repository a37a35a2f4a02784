export const MINUTE = 60_000;
/** In minutes. */
export const DAY = 1_440;
