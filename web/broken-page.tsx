import styles from "./broken-page.module.css";
import controls from "./ui/controls.module.css";
import { Note } from "./ui/note.tsx";

/** What is left when a part of the page could not be loaded or drawn. Nothing typed is lost. */
export function BrokenPage() {
  return (
    <main className={styles["broken"]}>
      <Note
        level="error"
        action={
          <button type="button" className={controls["button"]} onClick={() => window.location.reload()}>
            Reload
          </button>
        }
      >
        The page could not be shown. Reload it; your conversations, runs and what you typed are kept.
      </Note>
    </main>
  );
}
