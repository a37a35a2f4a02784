import { Bell, Inbox, Moon, Plus, Settings2, Sun, Wrench } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import type { AgentView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useUnreadCount } from "#web/notices/notice-queries.ts";
import { useAgents, usePendingApprovals } from "#web/queries.ts";
import { useWaitingTools } from "#web/tools/waiting-tools.ts";
import controls from "#web/ui/controls.module.css";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useNow } from "#web/use-now.ts";
import { agentWords } from "./agent-words.ts";
import { Logo } from "./logo.tsx";
import styles from "./nav.module.css";
import { chooseTheme, isDark, useThemeChoice } from "./theme.ts";

export function Nav() {
  const [location] = useLocation();
  const agents = useAgents();
  const approvals = usePendingApprovals();
  const unread = useUnreadCount().data ?? 0;
  const waitingTools = useWaitingTools();
  const theme = useThemeChoice();
  const now = useNow(30_000);
  const waiting = approvals.data?.items.length ?? 0;
  const isActive = (path: string) =>
    location === path || location.startsWith(`${path}/`) ? "page" : undefined;
  const active = agents.data?.items.filter((agent) => agent.status === "active") ?? [];

  return (
    <nav className={styles["nav"]} aria-label="Agents">
      <div className={styles["brand"]}>
        <Link href="/" className={styles["home"]}>
          <Logo />
          <b>Stepwright</b>
        </Link>
        <Link href="/" className={controls["iconButton"]} aria-label="New agent" title="New agent">
          <Plus size={17} aria-hidden />
        </Link>
      </div>
      <Link href="/approvals" className={styles["row"]} aria-current={isActive("/approvals")}>
        <Inbox size={16} aria-hidden />
        <span className={styles["name"]}>Approvals</span>
        {waiting > 0 && (
          <span className={styles["badge"]}>
            {waiting}
            {approvals.data?.nextCursor && "+"}
            <span className={controls["hidden"]}> waiting</span>
          </span>
        )}
      </Link>
      <Link href="/notices" className={styles["row"]} aria-current={isActive("/notices")}>
        <Bell size={16} aria-hidden />
        <span className={styles["name"]}>Notices</span>
        {unread > 0 && (
          <span className={joinClasses(styles["badge"], styles["unread"])}>
            {unread > 99 ? "99+" : unread}
            <span className={controls["hidden"]}> unread</span>
          </span>
        )}
      </Link>
      <Link href="/tools" className={styles["row"]} aria-current={isActive("/tools")}>
        <Wrench size={16} aria-hidden />
        <span className={styles["name"]}>Tools</span>
        {waitingTools > 0 && (
          <span className={styles["badge"]}>
            {waitingTools > 99 ? "99+" : waitingTools}
            <span className={controls["hidden"]}> to be accepted</span>
          </span>
        )}
      </Link>
      <h2>Agents</h2>
      {agents.error && !agents.data && <p className={styles["quiet"]}>The list cannot be loaded.</p>}
      {agents.data && active.length === 0 && (
        <p className={styles["quiet"]}>None yet. Write a brief to make one.</p>
      )}
      <ul className={styles["agents"]}>
        {active.map((agent) => (
          <AgentRow key={agent.agentId} agent={agent} now={now} current={isActive(`/agents/${agent.slug}`)} />
        ))}
      </ul>
      <div className={styles["foot"]}>
        <Link href="/settings" className={styles["row"]} aria-current={isActive("/settings")}>
          <Settings2 size={16} aria-hidden />
          <span className={styles["name"]}>Settings</span>
        </Link>
        <button
          type="button"
          className={controls["iconButton"]}
          aria-label={isDark(theme) ? "Use the light theme" : "Use the dark theme"}
          onClick={() => chooseTheme(isDark(theme) ? "light" : "dark")}
        >
          {isDark(theme) ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
        </button>
      </div>
    </nav>
  );
}

type AgentRowProps = { agent: AgentView; now: number; current: "page" | undefined };

function AgentRow({ agent, now, current }: AgentRowProps) {
  const { tone, label } = agentWords(agent, now);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) item.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li ref={item}>
      <Link
        href={`/agents/${agent.slug}`}
        className={styles["row"]}
        aria-current={current}
        title={agent.name}
      >
        <ToneIcon tone={tone} />
        <span className={styles["text"]}>
          <span className={styles["name"]}>{agent.name}</span>
          <span className={styles["state"]}>{label}</span>
        </span>
      </Link>
    </li>
  );
}
