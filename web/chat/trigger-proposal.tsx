import { CalendarClock, Webhook } from "lucide-react";
import type { DataParts } from "#server/core/conversation.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import styles from "./proposal-card.module.css";

type TriggerProposalProps = { proposal: Exclude<DataParts["proposal"], { type: "run" }> };

/** How a schedule or webhook was understood. Runs are started by hand, so there is nothing to confirm. */
export function TriggerProposal({ proposal }: TriggerProposalProps) {
  const isSchedule = proposal.type === "schedule";
  const title = isSchedule ? "A schedule, as it was understood" : "A webhook, as it was understood";
  const Icon = isSchedule ? CalendarClock : Webhook;
  const facts = isSchedule
    ? [
        ["When", proposal.words],
        ["Time zone", proposal.timezone],
        ["Cron", proposal.cron],
      ]
    : [["From", proposal.words]];

  return (
    <section className={joinClasses(controls["card"], styles["card"])} aria-label={title}>
      <span className={styles["icon"]} aria-hidden>
        <Icon size={17} />
      </span>
      <div className={styles["text"]}>
        <b>{title}</b>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={name === "Cron" ? styles["code"] : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles["limit"]}>
          Runs are started by hand for now: nothing will start by itself. Save the plan, then press Run.
        </p>
      </div>
    </section>
  );
}
