import { Menu as MenuIcon } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { joinClasses } from "./join-classes.ts";
import { useNavDrawer } from "./shell/nav-drawer.ts";
import controls from "./ui/controls.module.css";
import styles from "./missing-page.module.css";
import { MissingNote } from "./ui/missing-note.tsx";

/** An address that leads nowhere, in the frame of every other page. */
export function MissingPage({ title, children }: { title: string; children: ReactNode }) {
  const openNav = useNavDrawer();
  useEffect(() => {
    document.title = `${title} · Stepwright`;
  }, [title]);
  return (
    <main className={styles["page"]}>
      <header className={controls["header"]}>
        <button
          type="button"
          className={joinClasses(controls["iconButton"], controls["narrowOnly"])}
          aria-label="Agents"
          onClick={openNav}
        >
          <MenuIcon size={17} aria-hidden />
        </button>
        <h1>{title}</h1>
      </header>
      <MissingNote>{children}</MissingNote>
    </main>
  );
}
