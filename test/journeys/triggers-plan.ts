/** A plan that is built on run input and breaks at its second step while `shopUrl` does not answer. */
export function orderNotePlan(shopUrl: string) {
  return {
    title: "Order note",
    objective: "Keep a note of each order",
    steps: [
      {
        id: "look",
        title: "Look at the order",
        kind: "tool",
        tool: "transform",
        instructions: "Take what was delivered.",
        expectedOutput: "The order",
        dependsOn: [],
        usesRunInput: true,
        input: { data: "$input", expression: "$" },
      },
      {
        id: "fetch",
        title: "Fetch the prices",
        kind: "tool",
        tool: "http_request",
        instructions: "Fetch them.",
        expectedOutput: "The prices",
        dependsOn: ["look"],
        input: { url: `${shopUrl}/prices` },
        timeoutSeconds: 1,
        maxAttempts: 1,
      },
      {
        id: "write",
        title: "Write the note",
        kind: "tool",
        tool: "write_file",
        instructions: "Write it.",
        expectedOutput: "The file",
        dependsOn: ["fetch"],
        input: { path: "note.txt", content: "${fetch.output.body}" },
      },
    ],
    assumptions: [],
    completionCriteria: "",
    tags: [],
  };
}
