import { Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { joinClasses } from "#web/join-classes.ts";
import { useNavDrawer } from "#web/shell/nav-drawer.ts";
import controls from "./controls.module.css";

/** The head of a page, with the button of the drawer where the window is narrow. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  const openNav = useNavDrawer();
  return (
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
      <span className={controls["grow"]} />
      {children}
    </header>
  );
}
