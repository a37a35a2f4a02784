/** Words that say that things do not wait for each other. */
export const TOGETHER_HINT =
  /(?<!\p{L})(?:at (?:the same time|once)|in parallel|simultaneously|concurrently|side by side|independent(?:ly)?|separate(?:ly)?|in any order|no particular order|do(?: not|n't) (?:need to )?(?:wait for|depend on|need) (?:each other|one another|another)|gleichzeitig|parallel|unabhängig|a la vez|al mismo tiempo|en parallèle|en même temps)(?!\p{L})/iu;
