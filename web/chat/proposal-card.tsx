import { CalendarClock, Play, Webhook } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import type { DataParts } from "#server/core/conversation.ts";
import { errorSentence, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath } from "#web/queries.ts";
import { startRun } from "#web/run/start-run.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import styles from "./proposal-card.module.css";

type Proposal = DataParts["proposal"];
type ProposalCardProps = { slug: string; proposal: Proposal; isCurrent: boolean };

type Progress =
  | { step: "open" }
  | { step: "sending" }
  | { step: "done"; text: string }
  | { step: "failed"; text: string };

/** Nothing happens until a person confirms; what is stored is what the card shows. */
export function ProposalCard({ slug, proposal, isCurrent }: ProposalCardProps) {
  const [, navigate] = useLocation();
  const [progress, setProgress] = useState<Progress>({ step: "open" });
  const words = proposalWords(proposal);
  const Icon = { run: Play, schedule: CalendarClock, webhook: Webhook }[proposal.type];

  async function confirm() {
    setProgress({ step: "sending" });
    try {
      const done = await carryOut(slug, proposal);
      if (done.runId) navigate(`/runs/${done.runId}`);
      setProgress({ step: "done", text: done.text });
    } catch (error) {
      setProgress({ step: "failed", text: `${words.failure} ${errorSentence(error)}` });
    }
  }

  return (
    <section className={joinClasses(controls["card"], styles["card"])} aria-label={words.title}>
      <span className={styles["icon"]} aria-hidden>
        <Icon size={17} />
      </span>
      <div className={styles["text"]}>
        <b>{words.title}</b>
        <dl>
          {words.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {progress.step === "done" && <p className={styles["done"]}>{progress.text}</p>}
        {progress.step === "failed" && <Note level="error">{progress.text}</Note>}
      </div>
      {progress.step !== "done" && (
        <button
          type="button"
          className={joinClasses(controls["button"], isCurrent && controls["primary"])}
          disabled={progress.step === "sending"}
          onClick={() => void confirm()}
        >
          {words.action}
        </button>
      )}
    </section>
  );
}

type ProposalWords = {
  title: string;
  action: string;
  failure: string;
  facts: [name: string, value: string][];
};

function proposalWords(proposal: Proposal): ProposalWords {
  switch (proposal.type) {
    case "run":
      return {
        title: "Start a run of the saved plan",
        action: "Start run",
        failure: "The run was not started.",
        facts: [["Input", proposal.input === null ? "none" : JSON.stringify(proposal.input)]],
      };
    case "schedule":
      return {
        title: "Run on a schedule",
        action: "Set schedule",
        failure: "The schedule was not set.",
        facts: [
          ["When", proposal.words],
          ["Cron", proposal.cron],
          ["Time zone", proposal.timezone],
        ],
      };
    case "webhook":
      return {
        title: "Run when a webhook comes in",
        action: "Create webhook",
        failure: "The webhook was not created.",
        facts: [
          ["From", proposal.words],
          ["Signed as", proposal.scheme],
        ],
      };
  }
}

async function carryOut(slug: string, proposal: Proposal): Promise<{ text: string; runId?: string }> {
  switch (proposal.type) {
    case "run":
      return { text: "The run is started.", runId: await startRun(slug, { input: proposal.input }) };
    case "schedule": {
      const { cron, timezone } = proposal;
      await postJson(`${agentPath(slug)}/schedules`, {
        cron,
        timezone,
        overlap: "skip",
        catchUp: "none",
        enabled: true,
      });
      return { text: "The schedule is set." };
    }
    case "webhook":
      return {
        text: webhookText(await postJson(`${agentPath(slug)}/webhooks`, { scheme: proposal.scheme })),
      };
  }
}

function webhookText(webhook: { url: string; secret: string }): string {
  return `The webhook is ready: ${webhook.url} — its secret, shown this once: ${webhook.secret}`;
}
