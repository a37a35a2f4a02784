import { useQueryClient } from "@tanstack/react-query";
import { Menu as MenuIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { AgentView } from "#server/core/views.ts";
import { errorSentence, postJson } from "#web/api.ts";
import { Composer, type ComposerHandle } from "#web/chat/composer.tsx";
import { joinClasses } from "#web/join-classes.ts";
import { queryKeys, useSettings } from "#web/queries.ts";
import { useNavDrawer } from "#web/shell/nav-drawer.ts";
import { useIsOffline } from "#web/shell/use-is-offline.ts";
import { usePageKeys } from "#web/shell/use-page-keys.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { agentNameFrom } from "./agent-name.ts";
import { EXAMPLES } from "./examples.ts";
import styles from "./home-page.module.css";
import { leaveBrief } from "./pending-brief.ts";

export function HomePage() {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const openNav = useNavDrawer();
  const composer = useRef<ComposerHandle>(null);
  const isOffline = useIsOffline();
  const settings = useSettings();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    document.title = "Stepwright";
    if (matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }, []);
  usePageKeys({ "/": () => composer.current?.focus() });

  async function begin(brief: string) {
    setIsSending(true);
    setProblem(null);
    try {
      const agent = await postJson<AgentView>("/api/agents", { name: agentNameFrom(brief) });
      leaveBrief(agent.agentId, brief);
      cache.setQueryData(queryKeys.agent(agent.slug), agent);
      void cache.invalidateQueries({ queryKey: queryKeys.agents });
      navigate(`/agents/${agent.slug}`);
    } catch (error) {
      setProblem(`The agent was not created. ${errorSentence(error)}`);
      setIsSending(false);
      composer.current?.write(brief);
    }
  }

  return (
    <main className={styles["home"]}>
      <button
        type="button"
        className={joinClasses(controls["iconButton"], controls["narrowOnly"], styles["nav"])}
        aria-label="Agents"
        onClick={openNav}
      >
        <MenuIcon size={17} aria-hidden />
      </button>
      <div className={styles["middle"]}>
        <h1>What should get done?</h1>
        <p>Write it as you would to a colleague. It becomes a plan that you change by talking, then run.</p>
        {problem && <Note level="error">{problem}</Note>}
        <Composer
          ref={composer}
          draftKey="new"
          label="Brief for a new agent"
          placeholder="Read orders.csv, then…"
          isBusy={isSending}
          isOffline={isOffline}
          onSend={(brief) => void begin(brief)}
        />
        {settings.data && (
          <p className={styles["files"]}>
            Files that a plan reads by name belong in the folder <code>{settings.data.filesFolder}</code>.
          </p>
        )}
        <ul className={styles["examples"]} aria-label="Examples">
          {EXAMPLES.map((example) => (
            <li key={example.title}>
              <button type="button" onClick={() => composer.current?.write(example.brief)}>
                <b>{example.title}</b>
                <span>{example.about}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
