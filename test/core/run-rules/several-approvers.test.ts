import { expect, test } from "vitest";
import { decisionRefusal } from "#server/core/run-rules/decision-refusal.ts";
import type { DecisionFact } from "#server/core/run-rules/fact.ts";
import { makePlan } from "#test/make.ts";
import { asks } from "./results.ts";
import { openRun } from "./walk.ts";

const plan = makePlan(
  { a: [] },
  { a: { kind: "tool", tool: "send", approval: { approvers: 2, expiresAfterHours: 1 } } },
);

function askTwo() {
  const run = openRun(plan);
  run.look();
  run.settle("a", asks({ to: "x" }));
  const approval = () => {
    const [standing] = run.state().approvals;
    if (!standing) throw new Error("Nobody was asked");
    return standing;
  };
  const { approvalId } = approval();
  const say = (decidedBy: string, over: Partial<DecisionFact> = {}) => {
    const fact: DecisionFact = {
      type: "approval-decided",
      approvalId,
      decision: "approve",
      note: null,
      editedInput: null,
      decidedBy,
      ...over,
    };
    const refusal = decisionRefusal(approval(), fact, run.now());
    run.look([fact]);
    return refusal;
  };
  return { run, approval, say };
}

test("two different people have to agree, and the second one approves", () => {
  const { run, approval, say } = askTwo();
  say("Ana", { note: "Fine." });

  expect(approval()).toMatchObject({ status: "pending", decidedBy: null });
  expect(approval().signatures).toEqual([{ by: "Ana", at: run.now(), note: "Fine." }]);
  expect(run.step("a")).toMatchObject({ status: "paused", reason: "approval", attempt: 0 });

  say("Bo");
  expect(approval()).toMatchObject({ status: "approved", decidedBy: "Bo" });
  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1 });
  expect(run.types().filter((type) => type.startsWith("approval-"))).toEqual([
    "approval-requested",
    "approval-signed",
    "approval-signed",
    "approval-approved",
  ]);
  const signed = run.log().filter((entry) => entry.type === "approval-signed");
  expect(signed.map(({ attempt, data }) => [attempt, data["by"], data["agreed"], data["approvers"]])).toEqual(
    [
      [1, "Ana", 1, 2],
      [1, "Bo", 2, 2],
    ],
  );
});

test("the same person counts once, however the name is written", () => {
  const { approval, say } = askTwo();
  say("Ana Maria");

  const refusal = say("  ana   MARIA ");
  expect(refusal?.reason).toBe("same_person");
  expect(refusal?.message).toBe(
    `"Ana Maria" already agreed at 1970-01-01T00:16:40.000Z: 1 of 2 people. Another person has to agree.`,
  );
  expect(approval().signatures).toHaveLength(1);
});

test("whoever gives no name cannot be told apart from the others", () => {
  const { approval, say } = askTwo();

  expect(say("A person")?.reason).toBe("name_needed");
  expect(say("A person", { decision: "reject" })?.reason).toBe("name_needed");
  expect(approval().status).toBe("pending");
});

test("one rejection rejects, whoever agreed before", () => {
  const { run, approval, say } = askTwo();
  say("Ana");
  say("Ana", { decision: "reject", note: "On second thought, no." });

  expect(approval()).toMatchObject({ status: "rejected", decidedBy: "Ana" });
  expect(run.state().corrections.get("a")).toMatchObject([{ whatToChange: "On second thought, no." }]);
});

test("a changed input is agreed to anew: only the word of whoever changed it counts", () => {
  const { run, approval, say } = askTwo();
  say("Ana");
  say("Bo", { editedInput: { to: "y" } });

  expect(approval()).toMatchObject({ status: "pending", editedInput: { to: "y" } });
  expect(approval().signatures.map((one) => one.by)).toEqual(["Bo"]);
  expect(say("Bo")?.reason).toBe("same_person");

  say("Ana");
  expect(approval()).toMatchObject({ status: "approved", editedInput: { to: "y" } });
  expect(run.step("a").input).toEqual({ to: "y" });
});

test("a change back to the input as asked for is no edited input any more", () => {
  const { approval, say } = askTwo();
  say("Ana", { editedInput: { to: "y" } });
  say("Bo", { editedInput: { to: "x" } });

  expect(approval()).toMatchObject({ status: "pending", editedInput: null });
  expect(approval().signatures.map((one) => one.by)).toEqual(["Bo"]);
});

test("what was rejected is what people had before them, as somebody had changed it", () => {
  const { run, say } = askTwo();
  say("Ana", { editedInput: { to: "y" } });
  say("Bo", { decision: "reject", note: "No." });

  expect(run.state().corrections.get("a")).toMatchObject([{ input: { to: "y" } }]);
});

test("whoever started the run does not approve its steps, and may reject them", () => {
  const { approval, say } = askTwo();

  expect(say("ana", { requestedBy: "Ana" })?.reason).toBe("self_approval");
  expect(approval().signatures).toEqual([]);
  expect(say("Bo", { requestedBy: "Ana" })).toBeNull();
  expect(say("Ana", { requestedBy: "Ana", decision: "reject" })).toBeNull();
  expect(approval().status).toBe("rejected");
});

test("at the very moment of its end an approval is expired, and a word that comes then says so", () => {
  const early = askTwo();
  early.say("Ana");
  early.run.pass(3_599_999);
  expect(early.say("Bo")).toBeNull();
  expect(early.approval().status).toBe("approved");

  const late = askTwo();
  late.say("Ana");
  late.run.pass(3_600_000);
  expect(late.say("Bo")?.reason).toBe("expired");
  expect(late.approval()).toMatchObject({ status: "expired", decidedBy: null, editedInput: null });
  expect(late.run.standing()).toEqual({ a: "failed/approval_expired" });
});
