import { addedAtEnd, changed, firstPlan, newStep, tellTeam } from "./planner-calls.ts";

type Feeds = { townUrl: string; riverUrl: string };

export const brief = ({ townUrl, riverUrl }: Feeds) =>
  `Every morning at 7 in Berlin read the town paper at ${townUrl} and the river bulletin at ${riverUrl}, and mail a digest to ada@example.com: first the town, then the river, each item with its link and one sentence.`;

export const plan = ({ townUrl, riverUrl }: Feeds) =>
  firstPlan("Morning digest", "A digest of two feeds in the mail of ada@example.com.", [
    newStep(["read-the-town-paper", "Read the town paper"], "tool", [], {
      tool: "read_feed",
      input: { url: townUrl },
    }),
    newStep(["read-the-river-bulletin", "Read the river bulletin"], "tool", [], {
      tool: "read_feed",
      input: { url: riverUrl },
    }),
    newStep(
      ["write-the-digest", "Write the digest"],
      "reasoning",
      ["read-the-town-paper", "read-the-river-bulletin"],
      {},
      { instructions: "Write a digest in Markdown: first the town, then the river, a sentence an item." },
    ),
    newStep(["mail-the-digest", "Mail the digest"], "tool", ["write-the-digest"], {
      tool: "send_email",
      input: { to: "ada@example.com", subject: "Morning digest", markdown: "$write-the-digest.output" },
    }),
  ]);

export const onlyNewestFive = ({ townUrl, riverUrl }: Feeds) =>
  changed(
    1,
    {
      "read-the-town-paper": { input: { url: townUrl, limit: 5 } },
      "read-the-river-bulletin": { input: { url: riverUrl, limit: 5 } },
    },
    "Only the newest five of each feed",
  );

export const toldOfFailures = addedAtEnd(
  2,
  tellTeam({
    "read-the-town-paper": "Read the town paper",
    "read-the-river-bulletin": "Read the river bulletin",
    "write-the-digest": "Write the digest",
    "mail-the-digest": "Mail the digest",
  }),
);

/** What the person asks for, and what the schedule is by the model's reading. */
export const atSeven = {
  action: "set",
  schedule: null,
  cron: "0 7 * * *",
  timezone: "Europe/Berlin",
  words: "every morning at 7 in Berlin",
  overlap: null,
  catchUp: null,
  input: null,
  pausedFrom: null,
  pausedUntil: null,
};

export const everyMinute = { ...atSeven, schedule: 1, cron: "* * * * *", words: "every minute for now" };
