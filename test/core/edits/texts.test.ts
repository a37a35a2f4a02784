import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import { makePlan } from "#test/make.ts";
import {
  add,
  bringBack,
  chain,
  diamond,
  edited,
  fresh,
  insert,
  merge,
  refusal,
  refusals,
  rename,
  split,
  swap,
  update,
} from "./edits-make.ts";

const EMPTY = "bad_title: The title cannot be empty. Give one of 1 to 120 characters.";
const LONG = `bad_title: The title "${"x".repeat(79)}…" has 121 characters; at most 120 fit. Shorten it.`;

const setText = (field: "title" | "objective", value: string): PlanEdit => ({
  op: "set_plan",
  changes: [{ field, value }],
});

test.each(["\u001b", "\u0007", "\u202e", "\u2067", "\u0085"])(
  "a title or objective that holds %j is refused with the name of that character",
  (sign) => {
    const code = `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    const says = (what: string) =>
      `The ${what} "Send it" has characters that cannot be seen: ${code}. Leave them out.`;

    const text = `Send${sign} it`;

    expect(refusal(chain(3), [rename(1, text)])).toBe(`bad_title: ${says("title")}`);
    expect(refusal(chain(3), [insert({ ...fresh("n"), title: text })])).toBe(`bad_title: ${says("title")}`);
    expect(refusal(chain(3), [setText("title", text)])).toBe(`bad_title: ${says("title")}`);
    expect(refusal(chain(3), [setText("objective", text)])).toBe(`bad_objective: ${says("objective")}`);
  },
);

test("a title has 1 to 120 characters, whatever edit brings it", () => {
  const forms: ((title: string) => PlanEdit)[] = [
    (title) => rename(1, title),
    (title) => insert({ ...fresh("n"), title }),
    (title) => ({ ...merge([1, 2]), title }) as PlanEdit,
    (title) => ({
      op: "split_step",
      step: 1,
      arrangement: "chain",
      parts: ["a", "n"].map((id) => ({
        id,
        title: id === "a" ? "Fine" : title,
        instructions: "",
        expectedOutput: "",
        settings: [],
      })),
    }),
    (title) => setText("title", title),
  ];
  for (const form of forms) {
    for (const title of ["", " \n"]) expect(refusal(chain(3), [form(title)])).toBe(EMPTY);
    expect(refusal(chain(3), [form("x".repeat(121))])).toBe(LONG);
    expect(edited(chain(3), [form("x".repeat(120))]).notes).toEqual([]);
  }
});

test("characters are counted as a person sees them", () => {
  const family = "👩‍👩‍👧‍👦";

  expect(edited(chain(1), [rename(1, family.repeat(120))]).plan.steps[0]?.title).toBe(family.repeat(120));
  expect(refusal(chain(1), [rename(1, "é".repeat(121))])).toContain("has 121 characters");
  expect(edited(chain(1), [setText("objective", family.repeat(4_000))]).notes).toEqual([]);
});

test("an objective has 1 to 4,000 characters", () => {
  expect(refusal(chain(1), [setText("objective", " ")])).toBe(
    "bad_objective: The objective cannot be empty. Give one of 1 to 4000 characters.",
  );
  expect(refusal(chain(1), [setText("objective", "y".repeat(4_001))])).toBe(
    `bad_objective: The objective "${"y".repeat(79)}…" has 4001 characters; at most 4000 fit. Shorten it.`,
  );
});

test("a text that was bad before does not stand in the way of another change", () => {
  const plan = { ...makePlan({ a: [], b: [] }, { a: { title: "" } }), title: "", objective: " " };
  const tags: PlanEdit = { op: "set_plan", changes: [{ field: "tags", value: ["x"] }] };

  expect(edited(plan, [update(1, { field: "retries", value: 1 }), tags]).plan).toEqual({
    ...plan,
    steps: [{ ...plan.steps[0], maxAttempts: 2 }, plan.steps[1]],
    tags: ["x"],
  });
  expect(refusals(plan, [setText("title", "\t"), setText("objective", "\t")])).toEqual([
    EMPTY,
    EMPTY,
    "bad_objective: The objective cannot be empty. Give one of 1 to 4000 characters.",
  ]);
});

test("a bad title may pass when the end has a good one", () => {
  expect(edited(chain(1), [rename(1, ""), rename(1, "Good")]).plan.steps[0]?.title).toBe("Good");
});

test("a step that comes back with a title that does not fit is refused until it gets another", () => {
  const before = makePlan({ a: [], b: [] }, { b: { title: " " } });
  const history = { revisions: { 1: before } };

  expect(refusal(chain(1), [bringBack("b")], history)).toBe(EMPTY);
  expect(edited(chain(1), [bringBack("b"), rename("b", "Bee")], history).plan.steps[1]?.title).toBe("Bee");
});

test("long titles and ids are shortened wherever a message names them", () => {
  const title = "t".repeat(120);
  const id = "i".repeat(120);
  const shown = `${"t".repeat(79)}…`;
  const plan = makePlan({ a: [], b: ["a"] }, { a: { title } });

  expect(refusal(plan, [add(1, [2])])).toBe(
    `cycle: Step 1 "${shown}" cannot wait for step 2 "b", because step 2 "b" already waits for it: 2 "b" waits for 1 "${shown}".`,
  );
  expect(refusal(plan, [insert({ ...fresh("n", ["n"]), title })])).toBe(
    `self_dependency: The new step "${shown}" cannot wait for itself. Name another step.`,
  );
  expect(refusal(plan, [add("b", [id])])).toContain(`There is no step with the id "${"i".repeat(79)}…".`);
  expect(refusal(plan, [add("b", ["9".repeat(40)])])).toBe(
    "missing_step: There is no step 99999999999…. The plan has steps 1 to 2.",
  );
  expect(refusal(plan, [insert(fresh(id))])).toContain(`bad_id: "${"i".repeat(79)}…" is no id`);
  expect(refusal(plan, [bringBack(id)])).toContain(`the id "${"i".repeat(79)}…".`);
});

test("a new step is named by its title, an old one by its number too", () => {
  const edits = [insert(fresh("n", ["b"])), swap("n", "n")];

  expect(refusal(chain(2), edits)).toBe(
    'self_swap: The new step "New n" cannot be swapped with itself. Name two different steps.',
  );
  expect(refusal(diamond(), [split(2, "chain", "b", "n"), add("a", ["n"])])).toBe(
    'cycle: Step 1 "a" cannot wait for the new step "Part n", because the new step "Part n" already waits for it: The new step "Part n" waits for 2 "Part b" waits for 1 "a".',
  );
});
