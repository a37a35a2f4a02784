import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { useNow } from "#web/use-now.ts";
import { canUseSecrets, filterTools, groupTools, type PolicyFilter } from "./filter-tools.ts";
import { GroupLinks } from "./group-links.tsx";
import { ServerForm } from "./server-form.tsx";
import { ToolGroupSection } from "./tool-group.tsx";
import { ToolSearch } from "./tool-search.tsx";
import { useToolsOfServers } from "./tool-queries.ts";
import { POLICY_NAMES } from "./tool-words.ts";
import styles from "./tools-page.module.css";

const PANEL = "tools-panel";
const MANY_GROUPS = 4;
const MANY_TOOLS = 150;
const FILTERS: readonly { value: PolicyFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "allowed", label: POLICY_NAMES.allowed },
  { value: "needs_approval", label: POLICY_NAMES.needs_approval },
  { value: "off", label: POLICY_NAMES.off },
];

/** Everything that a step may call: what it does, what it may do, and where it comes from. */
export function ToolsPage() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const openTool = params.get("tool");
  const onlySecrets = params.get("uses") === "secrets";
  const { tools, servers } = useToolsOfServers();
  const now = useNow(5_000);
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<PolicyFilter>("all");
  const [isAdding, setIsAdding] = useState(false);
  const failed = [tools, servers].find(({ data, error }) => !data && error);
  const isNarrowed = words.trim() !== "" || filter !== "all" || onlySecrets;

  useEffect(() => {
    document.title = "Tools · Stepwright";
  }, []);

  function toggle(name: string) {
    const next = new URLSearchParams(params);
    if (name === openTool) next.delete("tool");
    else next.set("tool", name);
    navigate(next.size > 0 ? `/tools?${next}` : "/tools", { replace: true });
  }

  const groups = useMemo(() => {
    if (!tools.data || !servers.data) return null;
    const all = onlySecrets ? tools.data.items.filter(canUseSecrets) : tools.data.items;
    return groupTools(filterTools(all, words, filter), servers.data.items).filter(
      (group) => group.tools.length > 0 || (group.server !== null && !isNarrowed),
    );
  }, [tools.data, servers.data, words, filter, onlySecrets, isNarrowed]);

  return (
    <main className={styles["page"]}>
      <PageHeader title="Tools">
        <Link href="/settings#secrets" className={joinClasses(controls["button"], controls["smallHidden"])}>
          Secrets
        </Link>
        <button type="button" className={controls["button"]} onClick={() => setIsAdding(true)}>
          <Plus size={14} aria-hidden />
          Add a server
        </button>
      </PageHeader>
      <div className={styles["scroll"]}>
        <div className={styles["bar"]}>
          <ToolSearch words={words} onChange={setWords} />
          <ViewTabs label="Which tools" panelId={PANEL} tabs={FILTERS} value={filter} onChange={setFilter} />
        </div>
        <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${filter}`} className={styles["groups"]}>
          {failed && (
            <RetryNote
              what="The tools could not be loaded."
              error={failed.error}
              onRetry={() => void Promise.all([tools.refetch(), servers.refetch()])}
            />
          )}
          {!groups && !failed && <Loading label="Loading tools" rows={6} />}
          {onlySecrets && (
            <Note
              level="info"
              action={
                <Link href="/tools" className={controls["linkButton"]}>
                  Show all tools
                </Link>
              }
            >
              Only the tools whose parameters or settings can name a secret.
            </Note>
          )}
          {groups && groups.length >= MANY_GROUPS && <GroupLinks groups={groups} />}
          {groups?.length === 0 && (
            <p className={styles["empty"]}>
              No tool fits{words.trim() === "" ? "" : ` “${words.trim()}”`}
              {filter === "all" ? "" : ` among those that are “${POLICY_NAMES[filter].toLowerCase()}”`}.
            </p>
          )}
          {groups?.map((group) => (
            <ToolGroupSection
              key={group.server?.serverId ?? "built-in"}
              group={group}
              now={now}
              isNarrowed={isNarrowed}
              isLong={(tools.data?.items.length ?? 0) > MANY_TOOLS}
              openTool={openTool}
              onToggle={toggle}
            />
          ))}
          {servers.data?.items.length === 0 && !isNarrowed && (
            <section className={styles["invite"]} aria-label="Tool servers">
              <p>
                Your own world comes in through tool servers: a program that speaks the Model Context
                Protocol, such a server at an address, or any service with an OpenAPI document. Their tools
                stand here then, beside the built-in ones.
              </p>
              <button type="button" className={controls["button"]} onClick={() => setIsAdding(true)}>
                <Plus size={14} aria-hidden />
                Add the first server
              </button>
            </section>
          )}
        </div>
      </div>
      {isAdding && <ServerForm server={null} onClose={() => setIsAdding(false)} />}
    </main>
  );
}
