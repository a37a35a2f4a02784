import { useId, useState } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { type ToolGroup, toolCount } from "./filter-tools.ts";
import { OfferReview } from "./offer-review.tsx";
import { ServerHead } from "./server-head.tsx";
import { ToolRow } from "./tool-row.tsx";
import styles from "./tools-page.module.css";

/** More than these in one group stand folded until somebody asks for them, or searches. */
const MOST_SHOWN = 30;

type ToolGroupSectionProps = {
  group: ToolGroup;
  now: number;
  /** Whether only what was searched for stands here. */
  isNarrowed: boolean;
  /** Whether there are so many tools in all that each server's stand folded. */
  isLong: boolean;
  openTool: string | null;
  onToggle: (name: string) => void;
};

/** The built-in tools, or a server with its tools. */
export function ToolGroupSection({
  group,
  now,
  isNarrowed,
  isLong,
  openTool,
  onToggle,
}: ToolGroupSectionProps) {
  const headingId = useId();
  const { server, tools } = group;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const hasOpen = tools.some(({ name }) => name === openTool);
  // Shutting the tool that an address led to leaves the others where they are.
  if (hasOpen && !isUnfolded) setIsUnfolded(true);
  const isFolded = server !== null && (isLong || tools.length > MOST_SHOWN) && !isNarrowed && !isUnfolded;
  return (
    <section id={groupId(group)} aria-labelledby={headingId} className={styles["group"]}>
      {server ? (
        <>
          <ServerHead server={server} headingId={headingId} now={now} />
          <OfferReview server={server} headingId={headingId} />
        </>
      ) : (
        <div>
          <h2 id={headingId} tabIndex={-1}>
            Built in
          </h2>
          <p className={styles["about"]}>
            {toolCount(tools.length)}, part of Stepwright: nothing to install, nothing to accept.
          </p>
        </div>
      )}
      {isFolded && tools.length > 0 && (
        <button
          type="button"
          className={joinClasses(controls["button"], styles["unfold"])}
          onClick={() => setIsUnfolded(true)}
        >
          Show its {toolCount(tools.length)}
        </button>
      )}
      {tools.length > 0 && !isFolded && (
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

/** Where the list of servers leads to. */
export function groupId({ server }: ToolGroup): string {
  return `tools-of-${server?.name ?? "built-in"}`;
}
