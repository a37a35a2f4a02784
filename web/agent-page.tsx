import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import type { AgentDetail } from "#server/core/views.ts";
import { announce } from "./announce.tsx";
import { ApiError } from "./api.ts";
import { BlameScope } from "./blame/blame-scope.tsx";
import { Blueprint } from "./blueprint/blueprint.tsx";
import type { StepTarget } from "./blueprint/dag.tsx";
import type { DrawnStep } from "./blueprint/drawn-step.ts";
import { ChatHeader } from "./chat/chat-header.tsx";
import { ChatPane } from "./chat/chat-pane.tsx";
import type { ComposerHandle } from "./chat/composer.tsx";
import { type StepFocus, StepFocusContext } from "./chat/step-focus.ts";
import { useAgentChat } from "./chat/use-agent-chat.ts";
import { useMessageJump } from "./chat/use-message-jump.ts";
import type { History } from "./chat/use-history-sync.ts";
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
  const { messages, earlier } = useMessages(slug);
  const { data: known, dataUpdatedAt: readAt } = messages;
  const history = useMemo(() => known && { messages: known.items.toReversed(), readAt }, [known, readAt]);
  const cursor = known?.nextCursor ?? null;
  const error = (agent.data ? null : agent.error) ?? (history ? null : messages.error);

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
        onRetry={() => void Promise.all([agent.refetch(), messages.refetch()])}
      />
    );
  }
  if (!agent.data || !history) return <Loading label="Loading the conversation" rows={6} />;
  return (
    <Conversation
      agent={agent.data}
      history={history}
      onEarlier={cursor === null ? null : () => isLoaded(earlier.mutateAsync(cursor))}
      isLoadingEarlier={earlier.isPending}
    />
  );
}

async function isLoaded(loading: Promise<unknown>): Promise<boolean> {
  try {
    await loading;
    return true;
  } catch {
    announce("Earlier messages could not be loaded. Try again.");
    return false;
  }
}

type ConversationProps = {
  agent: AgentDetail;
  history: History;
  onEarlier: (() => Promise<boolean>) | null;
  isLoadingEarlier: boolean;
};

function Conversation({ agent, history, onEarlier, isLoadingEarlier }: ConversationProps) {
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
  const { jumpTo, revealed } = useMessageJump({
    shown: chat.messages,
    loaded: history.messages,
    onEarlier,
    isLoading: isLoadingEarlier,
  });

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
      // On a phone the composer is on the other pane: the step is read first, and mentioned from there.
      if (matchMedia("(max-width: 819px)").matches && step.mark !== "removed") return;
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
              onEarlier={onEarlier && (() => void onEarlier())}
              revealed={revealed}
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
            <BlameScope
              slug={slug}
              revision={plan.data?.revision ?? 0}
              onJump={(messageId) => {
                setPane("chat");
                jumpTo(messageId);
              }}
            >
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
                onMention={(stepNumber) => {
                  setPane("chat");
                  composer.current?.mention(stepNumber);
                }}
                onChoose={setTarget}
                onClose={() => setPane("chat")}
              />
            </BlameScope>
          }
        />
      </WriteMessageContext>
    </StepFocusContext>
  );
}
