import { ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { ToolDefinition } from "#server/core/tool.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useSettings } from "#web/queries.ts";
import { Note } from "#web/ui/note.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { EffectTags } from "./effect-tags.tsx";
import { ToolAbout } from "./tool-about.tsx";
import styles from "./tool-row.module.css";
import { firstLine, POLICY_NAMES, whyUnusable } from "./tool-words.ts";
import { TryTool } from "./try-tool.tsx";

type ToolRowProps = { tool: ToolDefinition; isOpen: boolean; onToggle: () => void };

/** One tool in a line; opened, it explains itself and can be tried. */
export function ToolRow({ tool, isOpen, onToggle }: ToolRowProps) {
  const panelId = useId();
  const row = useRef<HTMLLIElement>(null);
  const [view, setView] = useState<"about" | "try">("about");
  const { name, server, description, annotations, policy } = tool;
  const wasOpen = useRef(isOpen);
  const unusable = whyUnusable(tool, useSettings().data?.toolPolicies ?? {});

  useEffect(() => {
    // An address that names the tool leads to it.
    if (wasOpen.current) row.current?.scrollIntoView({ block: "start" });
  }, []);

  return (
    <li ref={row} className={joinClasses(styles["row"], isOpen && styles["open"])}>
      <h3>
        <button
          type="button"
          className={styles["head"]}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={onToggle}
        >
          <ChevronRight size={15} className={styles["chevron"]} aria-hidden />
          <span className={styles["name"]}>{shortName(name, server)}</span>
          <span className={styles["description"]}>{firstLine(description)}</span>
          <EffectTags annotations={annotations} />
          <span className={joinClasses(styles["policy"], styles[policy])}>{POLICY_NAMES[policy]}</span>
        </button>
      </h3>
      {isOpen && (
        <div id={panelId} className={styles["panel"]}>
          {unusable !== null && <Note level="warning">{unusable}</Note>}
          <ViewTabs
            label={`What to see of ${name}`}
            panelId={`${panelId}tab`}
            tabs={[
              { value: "about", label: "About" },
              { value: "try", label: "Try it" },
            ]}
            value={view}
            onChange={setView}
          />
          <div id={`${panelId}tab`} role="tabpanel" aria-labelledby={`${panelId}tab-${view}`}>
            <div hidden={view !== "about"}>
              <ToolAbout tool={tool} />
            </div>
            <div hidden={view !== "try"}>
              <TryTool tool={tool} />
            </div>
          </div>
        </div>
      )}
    </li>
  );
}

/** Under the heading of its server, a tool goes without the server's name. */
function shortName(name: string, server: string | undefined): string {
  return server !== undefined && name.startsWith(`${server}.`) ? name.slice(server.length + 1) : name;
}
