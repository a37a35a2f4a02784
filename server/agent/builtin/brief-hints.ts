/** A sentence in front of a list that says that its items do not wait for each other. */
export const TOGETHER_HINT =
  /\b(?:at the same time|in parallel|simultaneously|concurrently|independently|in any order|gleichzeitig|parallel|a la vez|al mismo tiempo|en parallèle|en même temps)\b/i;
