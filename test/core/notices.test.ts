import { expect, test } from "vitest";
import { isMailAddress } from "#server/core/mail-address.ts";
import { mailOf } from "#server/core/notice-message.ts";
import { MAX_NOTICE_ATTEMPTS, noticeWaitMs } from "#server/core/notice-retry.ts";
import { approvalWords, failureWords, pauseWords } from "#server/core/notice-words.ts";
import { makeMessage } from "#test/senders/outgoing.ts";

test.each(["ada@example.com", "a.b+c@mail.example.co.uk", "ops@localhost", "x_y@xn--bcher-kva.example"])(
  "%s is an e-mail address",
  (text) => {
    expect(isMailAddress(text)).toBe(true);
  },
);

test.each([
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "ada@@example.com",
  "ada@example.com,eve@example.com",
  "ada@example.com\nBcc: eve@example.com",
  "Ada <ada@example.com>",
  "a b@example.com",
  ".ada@example.com",
  "a..b@example.com",
  "ada.@example.com",
  "ada@-example.com",
  "ada@[127.0.0.1]",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a.".repeat(130)}com`,
])("%j is none", (text) => {
  expect(isMailAddress(text)).toBe(false);
});

test("a failed try is followed by another one after growing waits, seven in all", () => {
  const waits = Array.from({ length: MAX_NOTICE_ATTEMPTS }, (_, index) => noticeWaitMs(index + 1, 0));

  expect(waits).toEqual([5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, null]);
  expect(noticeWaitMs(1, 1)).toBe(5_500);
});

test("a receiver may ask for more time, up to a day, and for no more tries", () => {
  expect(noticeWaitMs(1, 0, 60_000)).toBe(60_000);
  expect(noticeWaitMs(3, 0, 1_000)).toBe(120_000);
  expect(noticeWaitMs(1, 0, Number.MAX_SAFE_INTEGER)).toBe(86_400_000);
  expect(noticeWaitMs(7, 0, 60_000)).toBeNull();
});

test("a mail's subject is one line that begins with the agent, however long its parts are", () => {
  const { subject } = mailOf(
    makeMessage({ agentName: "A".repeat(300), title: "Run\tfailed\n at".repeat(50) }),
  );

  expect(subject.length).toBeLessThanOrEqual(200);
  expect(subject).toMatch(/^Stepwright: A+…: run failed at/);
  expect(subject).not.toMatch(/[\r\n\t]/);
});

test("a mail about something that happened again says how often", () => {
  expect(mailOf(makeMessage({ count: 4 })).text).toContain("(4 times so far)");
});

test("notices name the step and what a person can do", () => {
  const step = { number: 2, title: "Send" };

  expect(failureWords(null, "The run failed.").title).toBe("Run failed");
  expect(failureWords(step, "Why.").title).toBe('Run failed at step 2 "Send"');
  expect(approvalWords({ ...step, tool: null, instructions: "x" }, "It cannot be undone")).toEqual({
    title: 'Step 2 "Send" waits for an approval',
    text: "It cannot be undone.",
  });
  expect(pauseWords(step, "budget").text).toContain("raises the run's budget or cancels the run");
  expect(pauseWords(step, "outcome_unknown").text).toContain("says whether the call happened");
});

test("a report of any length makes a notice of bounded length", () => {
  expect(failureWords({ number: 1, title: "S".repeat(500) }, "x".repeat(50_000)).text.length).toBeLessThan(
    2_001,
  );
});
