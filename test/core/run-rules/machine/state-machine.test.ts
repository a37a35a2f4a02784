import fc from "fast-check";
import { test } from "vitest";
import { cases } from "#test/property.ts";
import { stateMachine } from "./state-machine.ts";

test("whatever happens to a run in whatever order, no rule is broken and it can come to its end", () => {
  fc.assert(stateMachine, cases(100));
});
