import type { Plan, Step } from "#server/core/plan.ts";
import { counted } from "#server/core/counted.ts";

/** How far ahead in the list the steps are that a step waits for: four links a step. */
const DISTANCES = [1, 2, 5, 9];

/** A plan that can be saved: every kind of step, inputs with references, conditions, schemas. */
export function benchPlan(count: number): Plan {
  return {
    title: `Orders of the day in ${counted(count, "step")}`,
    objective: "Every order of the day is fetched, cleaned, checked and told to those who wait for it.",
    steps: Array.from({ length: count }, (_, index) => benchStep(index)),
    assumptions: ["The shop answers within a minute.", "Prices are in euros, *without* tax."],
    completionCriteria: "The digest has been sent, and the table holds every order once.",
    budget: { toolCalls: 20_000, wallSeconds: 86_400 },
    tags: ["orders", "daily"],
  };
}

/** Nothing reads a step of this place, so that it can be removed. */
export function isUnread(index: number): boolean {
  return index % 5 === 4;
}

const idOf = (index: number) => `step-${index + 1}`;

function benchStep(index: number): Step {
  const before = DISTANCES.map((distance) => index - distance).filter((other) => other >= 0);
  const [read] = before.filter((other) => !isUnread(other));
  const number = index + 1;
  const base = { id: idOf(index), dependsOn: before.map(idOf) };
  switch (index % 5) {
    case 0:
      return {
        ...base,
        title: `Fetch orders of region ${number}`,
        kind: "tool",
        instructions: `Ask the shop for all orders of region ${number}, the newest first.`,
        expectedOutput: "A list of orders, each with its number, its customer and its total.",
        tool: "http_request",
        input: {
          url: "https://shop.example.com/orders",
          query: { region: number, limit: 100 },
          headers: { accept: "application/json" },
        },
        maxAttempts: 5,
        onError: "stop",
      };
    case 1:
      return {
        ...base,
        title: `Clean the list of region ${number - 1}`,
        kind: "reasoning",
        instructions: "Drop test orders and doubles, and bring every name to one way of writing it.",
        expectedOutput: "The same list without test orders and doubles.",
        outputSchema: {
          type: "object",
          properties: { items: { type: "array", items: { type: "object" } }, total: { type: "number" } },
          required: ["items", "total"],
        },
        ...(read !== undefined && { if: `$${idOf(read)}.status == 'completed'` }),
      };
    case 2:
      return {
        ...base,
        title: `Look up customers of region ${number - 2}`,
        kind: "tool",
        instructions: "Ask for the customers that the cleaned list names.",
        expectedOutput: "One record for each customer.",
        tool: "http_request",
        input: {
          url: "https://shop.example.com/customers",
          query: { orders: `$${idOf(index - 1)}.output.total` },
          headers: { "x-note": `\${${idOf(index - 1)}.output.total} orders` },
        },
        timeoutSeconds: 60,
      };
    case 3:
      return {
        ...base,
        title: `Write the **digest** of region ${number - 3}`,
        kind: "reasoning",
        instructions:
          "Write at most ten lines: what sold, what did not, and what to look at.\n\n- one line each\n- no names",
        expectedOutput: "A text of at most ten lines.",
        ...(read !== undefined && {
          if: `$${idOf(read)}.output != null && $${idOf(read)}.status != 'failed'`,
        }),
        approval: { reason: "It is read by people outside." },
      };
    default:
      return {
        ...base,
        title: `Wait before region ${number}`,
        kind: "wait",
        instructions: "Give the shop time to breathe.",
        expectedOutput: "",
        wait: { seconds: 30 },
      };
  }
}
