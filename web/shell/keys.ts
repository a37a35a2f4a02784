export const KEYS: readonly [keys: string, effect: string][] = [
  ["/", "Go to the message box"],
  ["Enter", "Send; Shift and Enter for a new line"],
  ["Up", "In an empty message box: the last message again"],
  ["Esc", "Stop the planner"],
  ["[  ]", "Earlier and later revision"],
  ["Arrows", "In the graph: along dependencies and between parallel steps"],
  ["+  −  0", "In the graph: closer, wider, everything"],
  ["j  k", "Next and previous approval"],
  ["g h", "Start page"],
  ["g a", "Approvals"],
  ["g s", "Settings"],
  ["?", "This list"],
];
