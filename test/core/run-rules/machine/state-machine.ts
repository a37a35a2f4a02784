import fc from "fast-check";
import { type Command, openMachine } from "./machine.ts";
import { drawnFact } from "./machine-facts.ts";
import { machinePlan } from "./machine-plan.ts";

const MOST_COMMANDS = 60;

const command: fc.Arbitrary<Command> = fc.record({
  facts: fc.array(drawnFact, { maxLength: 2, size: "max" }),
  passes: fc.oneof(fc.constant(0), fc.constantFrom(1, 500, 1_000, 5_000)),
  slots: fc.nat(2),
  worker: fc.constantFrom("w1", "w1", "w2", null),
  childrenEnd: fc.nat(3).map((number) => number === 3),
});

/** Up to sixty commands to a run of any small plan, and then its end. */
export const stateMachine = fc.property(
  machinePlan,
  fc.array(command, { maxLength: MOST_COMMANDS, size: "max" }),
  (plan, commands) => {
    const machine = openMachine(plan);
    for (const next of commands) machine.run(next);
    machine.finish();
  },
);
