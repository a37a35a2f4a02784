import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Announcer } from "#web/announce.tsx";
import { joinClasses } from "#web/join-classes.ts";
import { ConnectionNote } from "./connection-note.tsx";
import { Nav } from "./nav.tsx";
import { NavDrawerContext } from "./nav-drawer.ts";
import styles from "./shell.module.css";
import { usePageKeys } from "./use-page-keys.ts";

const KeysDialog = lazy(() => import("./keys-dialog.tsx").then((file) => ({ default: file.KeysDialog })));

export function Shell({ children }: { children: ReactNode }) {
  const [location, navigate] = useLocation();
  const [isNavOpen, setIsNavOpen] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const openNav = useCallback(() => setIsNavOpen(true), []);
  const closeNav = useCallback(() => setIsNavOpen(false), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every move to another page closes the drawer.
  useEffect(closeNav, [location, closeNav]);
  useEffect(() => {
    if (!isNavOpen) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && closeNav();
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isNavOpen, closeNav]);
  usePageKeys({
    "g h": () => navigate("/"),
    "g a": () => navigate("/approvals"),
    "g n": () => navigate("/notices"),
    "g t": () => navigate("/tools"),
    "g s": () => navigate("/settings"),
    "?": () => setShowsKeys(true),
  });

  return (
    <div className={styles["shell"]}>
      <button type="button" className={styles["skip"]} onClick={focusContent}>
        Skip to the content
      </button>
      <Announcer />
      <div className={joinClasses(styles["nav"], isNavOpen && styles["open"])}>
        <Nav />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the drawer too. */}
      {isNavOpen && <div className={styles["scrim"]} onClick={closeNav} />}
      <div className={styles["content"]} id="content" tabIndex={-1}>
        <ConnectionNote />
        <div className={styles["page"]}>
          <NavDrawerContext value={openNav}>{children}</NavDrawerContext>
        </div>
      </div>
      {showsKeys && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setShowsKeys(false)} />
        </Suspense>
      )}
    </div>
  );
}

function focusContent(): void {
  const content = document.getElementById("content");
  (content?.querySelector("textarea") ?? content)?.focus();
}
