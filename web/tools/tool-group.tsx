import { useId } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import type { ToolGroup } from "./filter-tools.ts";
import { OfferReview } from "./offer-review.tsx";
import { ServerHead } from "./server-head.tsx";
import { ToolRow } from "./tool-row.tsx";
import styles from "./tools-page.module.css";

type ToolGroupSectionProps = {
  group: ToolGroup;
  now: number;
  openTool: string | null;
  onToggle: (name: string) => void;
};

/** The built-in tools, or a server with its tools. */
export function ToolGroupSection({ group, now, openTool, onToggle }: ToolGroupSectionProps) {
  const headingId = useId();
  const { server, tools } = group;
  return (
    <section aria-labelledby={headingId} className={styles["group"]}>
      {server ? (
        <>
          <ServerHead server={server} headingId={headingId} now={now} />
          <OfferReview server={server} headingId={headingId} />
        </>
      ) : (
        <div>
          <h2 id={headingId}>Built in</h2>
          <p className={styles["about"]}>Part of Stepwright: nothing to install, nothing to accept.</p>
        </div>
      )}
      {tools.length > 0 && (
        <ul className={joinClasses(controls["card"], styles["tools"])}>
          {tools.map((tool) => (
            <ToolRow
              key={tool.name}
              tool={tool}
              isOpen={openTool === tool.name}
              onToggle={() => onToggle(tool.name)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
