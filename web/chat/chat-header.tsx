import { Menu as MenuIcon, Waypoints } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { AgentDetail, PlanView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { RunButton } from "./run-button.tsx";
import { SaveButton } from "./save-button.tsx";

// The menu is the only part of the first page that needs its library.
const AgentMenu = lazy(() => import("./agent-menu.tsx").then((file) => ({ default: file.AgentMenu })));

type ChatHeaderProps = {
  agent: AgentDetail;
  plan: PlanView | undefined;
  isBusy: boolean;
  onOpenNav: () => void;
  onOpenBlueprint: () => void;
};

export function ChatHeader({ agent, plan, isBusy, onOpenNav, onOpenBlueprint }: ChatHeaderProps) {
  const [isRunOpen, setIsRunOpen] = useState(false);
  const newest = agent.draft?.revision ?? 0;
  const isSaved = newest > 0 && agent.savedRevision === newest;
  const save = <SaveButton agent={agent} plan={plan} isBusy={isBusy} />;
  return (
    <header className={controls["header"]}>
      <button
        type="button"
        className={joinClasses(controls["iconButton"], controls["narrowOnly"])}
        aria-label="Agents"
        onClick={onOpenNav}
      >
        <MenuIcon size={17} aria-hidden />
      </button>
      <h1 title={agent.name}>{agent.name}</h1>
      <span className={joinClasses(controls["tag"], controls["phoneHidden"])}>
        {isSaved ? "Saved" : agent.savedRevision === null ? "Draft" : `Saved r${agent.savedRevision}`}
      </span>
      <span className={controls["grow"]} />
      <RunButton agent={agent} isOpen={isRunOpen} onOpenChange={setIsRunOpen} save={save} />
      {save}
      <Suspense fallback={<span className={controls["iconButton"]} />}>
        <AgentMenu agent={agent} onRun={isSaved || newest === 0 ? null : () => setIsRunOpen(true)} />
      </Suspense>
      <button
        type="button"
        className={joinClasses(controls["button"], controls["phoneOnly"])}
        aria-label={`r${newest}, open the blueprint`}
        onClick={onOpenBlueprint}
      >
        <Waypoints size={14} aria-hidden />r{newest}
      </button>
    </header>
  );
}
