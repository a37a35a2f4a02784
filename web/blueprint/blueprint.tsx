import { AlignLeft, Waypoints, X } from "lucide-react";
import { lazy, Suspense, useId, useMemo, useRef, useState } from "react";
import { agentPath, useDiff, usePlan, useRevisions } from "#web/queries.ts";
import { useIsPhone } from "#web/shell/use-is-phone.ts";
import { diffCounts } from "#web/diff-words.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import styles from "./blueprint.module.css";
import { Dag, type StepTarget } from "./dag.tsx";
import { type DrawnStep, drawSteps } from "./drawn-step.ts";
import { Ghost } from "./ghost.tsx";
import { PlanFacts } from "./plan-facts.tsx";
import { RevisionBar } from "./revision-bar.tsx";
import { StepSearch } from "./step-search.tsx";
import { stepStages } from "./step-stages.ts";
import { Timeline } from "./timeline.tsx";

// The first page shows no step in full.
const StepPanel = lazy(() => import("./step-panel.tsx").then((file) => ({ default: file.StepPanel })));

type BlueprintProps = {
  slug: string;
  newest: number;
  /** The revision on screen. */
  shown: number;
  isLive: boolean;
  target: StepTarget | null;
  onShow: (revision: number) => void;
  onGoBack: (revision: number) => void;
  onPick: (step: DrawnStep) => void;
  onMention: (stepNumber: number) => void;
  /** Chooses a step; null for none. */
  onChoose: (target: StepTarget | null) => void;
  onClose: () => void;
};

// A smaller plan is seen at a glance.
const SEARCHED = 20;

const TABS = [
  { value: "graph", label: "Graph", icon: Waypoints },
  { value: "timeline", label: "Timeline", icon: AlignLeft },
] as const;

export function Blueprint(props: BlueprintProps) {
  const { slug, newest, shown, isLive, target, onShow, onGoBack, onPick, onMention, onChoose, onClose } =
    props;
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const Heading = isPhone ? "h1" : "h2";
  const [view, setView] = useState<"graph" | "timeline">(() => (isPhone ? "timeline" : "graph"));
  const [showsChanges, setShowsChanges] = useState(true);

  const plan = usePlan(slug, shown);
  const diff = useDiff(slug, shown);
  const from = diff.data?.to === shown ? diff.data.from : 0;
  const previous = usePlan(slug, from);
  const revisions = useRevisions(slug, newest);
  const change = showsChanges && from > 0 && diff.data ? diff.data.diff : null;
  const steps = useMemo(() => {
    if (!plan.data) return [];
    const before = previous.data?.revision === from ? previous.data.plan : null;
    return drawSteps(plan.data.plan, change ? { diff: change, previous: before } : undefined);
  }, [plan.data, previous.data, from, change]);
  const description =
    revisions.data?.items.find((item) => item.revision === shown)?.changeDescription ?? null;
  const planSteps = plan.data?.plan.steps ?? [];
  const chosen = target === null ? undefined : planSteps.find((step) => step.id === target.stepId);

  return (
    <div className={styles["blueprint"]}>
      <header className={controls["header"]}>
        <Heading>Blueprint</Heading>
        {isLive && (
          <span className={styles["live"]}>
            <i aria-hidden />
            Updating
          </span>
        )}
        <span className={controls["grow"]} />
        <ViewTabs label="Blueprint view" panelId={panelId} tabs={TABS} value={view} onChange={setView} />
        <button
          type="button"
          className={joinClasses(controls["iconButton"], controls["phoneOnly"])}
          aria-label="Close blueprint"
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </button>
      </header>
      {newest > 0 && (
        <RevisionBar
          shown={shown}
          newest={newest}
          changeDescription={description}
          counts={change ? diffCounts(change) : null}
          showsChanges={showsChanges}
          onShow={onShow}
          onToggleChanges={() => setShowsChanges(!showsChanges)}
        />
      )}
      {shown < newest && (
        <div className={styles["earlier"]}>
          <span>
            Revision {shown}
            {description ? `: ${description}` : ""}. Newest is r{newest}.
          </span>
          <span className={styles["earlierActions"]}>
            <button type="button" onClick={() => onShow(newest)}>
              See r{newest}
            </button>
            <button type="button" onClick={() => onGoBack(shown)}>
              Back to r{shown}
            </button>
          </span>
        </div>
      )}
      {steps.length >= SEARCHED && (
        <StepSearch steps={steps} onFind={(step) => onChoose({ stepId: step.stepId })} />
      )}
      <div
        className={styles["body"]}
        ref={panel}
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${view}`}
      >
        {newest === 0 ? (
          <Ghost />
        ) : plan.error && !plan.data ? (
          <RetryNote
            what="The plan could not be loaded."
            error={plan.error}
            onRetry={() => void plan.refetch()}
          />
        ) : plan.data && steps.length === 0 ? (
          <Ghost />
        ) : view === "graph" ? (
          steps.length > 0 && (
            <Dag steps={steps} target={target} pickHint="mentions the step in the message" onPick={onPick} />
          )
        ) : (
          <Timeline steps={steps} target={target} onPick={onPick} />
        )}
      </div>
      {plan.data && chosen && (
        <Suspense fallback={null}>
          <StepPanel
            plan={plan.data.plan}
            step={chosen}
            onMention={() => onMention(planSteps.indexOf(chosen) + 1)}
            onClose={() => {
              onChoose(null);
              panel.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(chosen.id)}"]`)?.focus();
            }}
          />
        </Suspense>
      )}
      <footer className={styles["foot"]}>
        {planSteps.length > 0 && (
          <span>
            {planSteps.length} {planSteps.length === 1 ? "step" : "steps"},{" "}
            {stagesText(stepStages(planSteps).count)}
          </span>
        )}
        {plan.data && newest > 0 && (
          <PlanFacts view={plan.data} exportPath={`${agentPath(slug)}/plan?revision=${shown}`} />
        )}
        <span className={controls["grow"]} />
        {steps.length > 0 && (
          <span className={styles["hint"]}>
            {isPhone ? "Tap a step to read it" : "Click a step to read and mention it"}
          </span>
        )}
      </footer>
    </div>
  );
}

function stagesText(count: number): string {
  return count === 1 ? "1 stage" : `${count} stages`;
}
