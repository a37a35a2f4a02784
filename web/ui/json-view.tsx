import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import type { Json } from "#server/core/json.ts";
import { CopyButton } from "./copy-button.tsx";
import { cutText, isCut } from "./cut-text.ts";
import { DownloadText } from "./download-text.tsx";
import { jsonRows } from "./json-rows.ts";
import styles from "./json-view.module.css";

const FIRST_ROWS = 300;

/** A value to look into: text as text, everything else as a tree. */
export function JsonView({ value, label }: { value: Json; label: string }) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(FIRST_ROWS);
  const rows = useMemo(() => jsonRows(value, toggled), [value, toggled]);
  const source = useMemo(() => (typeof value === "string" ? value : JSON.stringify(value, null, 2)), [value]);

  function toggle(path: string) {
    const next = new Set(toggled);
    if (!next.delete(path)) next.add(path);
    setToggled(next);
  }

  return (
    <div className={styles["view"]}>
      <div className={styles["copy"]}>
        {isCut(source) && (
          <DownloadText
            text={source}
            name={`${label}.${typeof value === "string" ? "txt" : "json"}`}
            label={`Download ${label}`}
          />
        )}
        <CopyButton text={source} label={`Copy ${label}`} />
      </div>
      {typeof value === "string" ? (
        <pre className={styles["text"]}>{value === "" ? "(empty text)" : cutText(value)}</pre>
      ) : (
        <ul className={styles["rows"]} aria-label={label}>
          {rows.slice(0, limit).map((row) => (
            <li key={row.path} ref={(element) => element?.style.setProperty("--depth", String(row.depth))}>
              {row.kind === "branch" ? (
                <button type="button" aria-expanded={row.isOpen} onClick={() => toggle(row.path)}>
                  <ChevronRight size={13} className={row.isOpen ? styles["open"] : undefined} aria-hidden />
                  {row.name !== null && <b>{row.name}</b>}
                  <span>{row.text}</span>
                </button>
              ) : (
                <p>
                  {row.name !== null && <b>{row.name}</b>}
                  <span className={styles[row.kind]}>{row.text}</span>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {rows.length > limit && (
        <button type="button" className={styles["more"]} onClick={() => setLimit(limit + FIRST_ROWS)}>
          Show more of {rows.length} lines
        </button>
      )}
    </div>
  );
}
