import { useEffect } from "react";
import { ApiError } from "#web/api.ts";
import { MissingPage } from "#web/missing-page.tsx";
import { useAgent, usePlan, useSnapshot } from "#web/queries.ts";
import { AgentLinks } from "#web/shell/agent-links.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useNow } from "#web/use-now.ts";
import { ChannelSection } from "./channel-section.tsx";
import { ScheduleSection } from "./schedule-section.tsx";
import styles from "./triggers-page.module.css";
import { WebhookSection } from "./webhook-section.tsx";

/** What starts runs of an agent by itself, and who hears about them. */
export function TriggersPage({ slug }: { slug: string }) {
  const agent = useAgent(slug);
  const snapshot = useSnapshot(agent.data?.snapshotId ?? undefined);
  const now = useNow(1_000);
  const name = agent.data?.name ?? slug;
  const isUnsaved = agent.data?.snapshotId === null;
  const draft = usePlan(slug, isUnsaved ? (agent.data?.draft?.revision ?? 0) : 0);
  const plan = snapshot.data?.plan ?? draft.data?.plan;

  useEffect(() => {
    document.title = `Triggers of ${name} · Stepwright`;
  }, [name]);

  if (agent.error instanceof ApiError && agent.error.status === 404 && !agent.data) {
    return <MissingPage title="Not found">There is no agent “{slug}”.</MissingPage>;
  }
  return (
    <main className={styles["page"]}>
      <PageHeader title={`Triggers of ${name}`}>
        <AgentLinks slug={slug} current="triggers" />
      </PageHeader>
      <div className={styles["scroll"]}>
        <ScheduleSection slug={slug} plan={plan} now={now} />
        <WebhookSection slug={slug} plan={plan} now={now} />
        <ChannelSection slug={slug} now={now} />
      </div>
    </main>
  );
}
