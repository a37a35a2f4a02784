import { Search } from "lucide-react";
import controls from "#web/ui/controls.module.css";
import styles from "./tool-search.module.css";

/** Narrows a list of tools by words. */
export function ToolSearch({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <label className={styles["search"]}>
      <Search size={15} aria-hidden />
      <span className={controls["hidden"]}>Search the tools</span>
      <input
        type="search"
        className={controls["field"]}
        placeholder="Name, purpose or parameter"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
