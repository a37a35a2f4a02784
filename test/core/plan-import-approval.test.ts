import { expect, test } from "vitest";
import { importedAs } from "./imported.ts";

/** What a step with these fields asks of a person, and what is said about it. */
function asked(fields: Record<string, unknown>): [unknown, string[]] {
  const { plan, issues } = importedAs({ steps: [{ id: "a", title: "A", ...fields }, { id: "b" }] });
  const said = issues.map(({ message }) =>
    message.replace('Step 1 "A" came with ', "").replace(/ (?:It was|They were) left out\.$/, ""),
  );
  return [plan.steps[0]?.approval, said];
}

const TAKES = "which takes true, or an object with reason, expiresAfterHours and approvers.";
test.each<[Record<string, unknown>, unknown, string[]]>([
  [{ approval: "yes" }, {}, []],
  [{ approval: "ask Bob first" }, { reason: "ask Bob first" }, []],
  [{ approval: ["Bob", "Ann"] }, { reason: "Bob\nAnn" }, []],
  [{ approval: 2 }, { approvers: 2 }, []],
  [{ approval: 1.5 }, {}, ["approval.approvers 1.5, which takes a whole number from 1."]],
  [{ approval: {} }, {}, []],
  [{ approval: [{}] }, {}, [`approval [{}], ${TAKES}`]],
  [
    { approval: { expiresAfterHours: 0, who: "me" } },
    {},
    [
      '"approval.who", which a step does not have.',
      "approval.expiresAfterHours 0, which takes a number above 0.",
    ],
  ],
  [
    { approval: { approvers: 0, reason: ["a"] } },
    {},
    [
      "approval.approvers 0, which takes a whole number from 1.",
      'approval.reason ["a"], which takes a text.',
    ],
  ],
  [{ approval: { required: true, reason: "Look" } }, { reason: "Look" }, []],
  [{ human_in_the_loop: true }, {}, []],
  [{ requires_approval: "true" }, {}, []],
  [{ "require-confirmation": "Required" }, {}, []],
  [{ human_input: true }, {}, []],
  [{ type: "approval" }, {}, []],
  [{ kind: "manual", approval: "Look at it" }, { reason: "Look at it" }, []],
  [{ approval: false, requires_approval: true }, {}, [`approval false, ${TAKES}`]],
  [{ approval: "Look", needsApproval: { approvers: 2 } }, { reason: "Look", approvers: 2 }, []],
  [{ approval: null }, undefined, []],
  ...[false, "no", "Not required.", "", 0, -1, [], { required: false }, { enabled: "no" }].map(
    (value): [Record<string, unknown>, unknown, string[]] => [
      { approval: value },
      value === -1 ? { reason: "-1" } : undefined,
      value === -1 ? [] : [`approval ${JSON.stringify(value)}, ${TAKES}`],
    ],
  ),
])("an approval that is wanted is kept, whatever it looks like: %j", (fields, approval, said) => {
  expect(asked(fields)).toEqual([approval, said]);
});
