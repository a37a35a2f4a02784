import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { AgentView } from "#server/core/views.ts";
import { ApiError } from "./api.ts";
import { Blueprint } from "./blueprint/blueprint.tsx";
import type { StepTarget } from "./blueprint/dag.tsx";
import type { DrawnStep } from "./blueprint/drawn-step.ts";
import { ChatHeader } from "./chat/chat-header.tsx";
import { ChatPane } from "./chat/chat-pane.tsx";
import type { ComposerHandle } from "./chat/composer.tsx";
import type { PlannerMessage } from "./chat/planner-message.ts";
import { type StepFocus, StepFocusContext } from "./chat/step-focus.ts";
import { useAgentChat } from "./chat/use-agent-chat.ts";
import { takeBrief } from "./home/pending-brief.ts";
import { MissingPage } from "./missing-page.tsx";
import { useAgent, useMessages, usePlan } from "./queries.ts";
import { useNavDrawer } from "./shell/nav-drawer.ts";
import { TwoPanes } from "./shell/two-panes.tsx";
import { usePageKeys } from "./shell/use-page-keys.ts";
import { Loading } from "./ui/loading.tsx";
import { WriteMessageContext } from "./ui/write-message.ts";
import { RetryNote } from "./ui/retry-note.tsx";

export function AgentPage({ slug }: { slug: string }) {
  const agent = useAgent(slug);
  const pages = useMessages(slug);
  const { hasNextPage, fetchNextPage } = pages;
  const history = useMemo(
    () => pages.data?.pages.flatMap((page) => page.items).toReversed() ?? null,
    [pages.data],
  );
  const error = (agent.data ? null : agent.error) ?? (history ? null : pages.error);

  useEffect(() => {
    document.title = agent.data ? `${agent.data.name} · Stepwright` : "Stepwright";
  }, [agent.data]);

  if (error) {
    if (error instanceof ApiError && error.status === 404) {
      return <MissingPage title="Not found">There is no agent “{slug}”.</MissingPage>;
    }
    return (
      <RetryNote
        what="The conversation could not be loaded."
        error={error}
        onRetry={() => void Promise.all([agent.refetch(), pages.refetch()])}
      />
    );
  }
  if (!agent.data || !history) return <Loading label="Loading the conversation" rows={6} />;
  return (
    <Conversation
      agent={agent.data}
      history={history}
      onEarlier={hasNextPage ? () => void fetchNextPage() : null}
    />
  );
}

type ConversationProps = {
  agent: AgentView;
  history: readonly PlannerMessage[];
  onEarlier: (() => void) | null;
};

function Conversation({ agent, history, onEarlier }: ConversationProps) {
  const { slug } = agent;
  const chat = useAgentChat(agent, history);
  const openNav = useNavDrawer();
  const composer = useRef<ComposerHandle>(null);
  const [search, setSearch] = useSearchParams();
  const showsBlueprint = search.get("pane") === "blueprint";
  const [earlierShown, setEarlierShown] = useState<number | null>(null);
  const [target, setTarget] = useState<StepTarget | null>(null);

  // Revisions only grow; an answer that was under way while a new one streamed in must not take it back.
  const newestSeen = useRef(0);
  newestSeen.current = Math.max(newestSeen.current, agent.draft?.revision ?? 0);
  const newest = newestSeen.current;
  const shown = earlierShown === null ? newest : Math.min(earlierShown, newest);
  const plan = usePlan(slug, shown);
  const steps = plan.data?.plan.steps;

  const setPane = useCallback(
    (pane: "chat" | "blueprint") => {
      if (!matchMedia("(max-width: 819px)").matches) return;
      setSearch(pane === "chat" ? {} : { pane }, { replace: pane === "chat" });
    },
    [setSearch],
  );
  const showRevision = useCallback(
    (revision: number) => {
      setEarlierShown(revision >= newest ? null : revision);
      setPane("blueprint");
    },
    [newest, setPane],
  );
  const { say, isBusy } = chat;

  const focus = useMemo<StepFocus>(
    () => ({
      titleOf: (stepNumber) => steps?.[stepNumber - 1]?.title ?? null,
      focus: (stepNumber) => {
        const step = steps?.[stepNumber - 1];
        if (!step) return;
        setTarget({ stepId: step.id });
        setPane("blueprint");
      },
    }),
    [steps, setPane],
  );

  const pick = useCallback(
    (step: DrawnStep) => {
      setTarget({ stepId: step.stepId });
      setPane("chat");
      if (step.mark === "removed") composer.current?.write(`Bring back “${step.title}”`);
      else composer.current?.mention(step.number);
    },
    [setPane],
  );

  const writeMessage = useCallback(
    (words: string) => {
      setPane("chat");
      composer.current?.write(words);
    },
    [setPane],
  );

  usePageKeys({
    "/": () => composer.current?.focus(),
    "[": () => shown > 1 && setEarlierShown(shown - 1),
    "]": () => setEarlierShown(shown + 1 >= newest ? null : shown + 1),
  });

  useEffect(() => {
    const brief = takeBrief(agent.agentId);
    if (brief !== null) say(brief, 0);
  }, [agent.agentId, say]);

  return (
    <StepFocusContext value={focus}>
      <WriteMessageContext value={writeMessage}>
        <TwoPanes
          sideLabel="Blueprint"
          showsSide={showsBlueprint}
          main={
            <ChatPane
              agent={agent}
              chat={chat}
              plan={plan.data?.revision === newest ? plan.data : undefined}
              shownRevision={shown}
              composer={composer}
              onEarlier={onEarlier}
              onShowRevision={showRevision}
              header={
                <ChatHeader
                  agent={agent}
                  plan={plan.data}
                  isBusy={isBusy}
                  onOpenNav={openNav}
                  onOpenBlueprint={() => setPane("blueprint")}
                />
              }
            />
          }
          side={
            <Blueprint
              slug={slug}
              newest={newest}
              shown={shown}
              isLive={isBusy && shown === newest}
              target={target}
              onShow={(revision) => setEarlierShown(revision >= newest ? null : revision)}
              onGoBack={(revision) => {
                setEarlierShown(null);
                setPane("chat");
                say(`Go back to r${revision}`, newest);
              }}
              onPick={pick}
              onFind={setTarget}
              onClose={() => setPane("chat")}
            />
          }
        />
      </WriteMessageContext>
    </StepFocusContext>
  );
}
