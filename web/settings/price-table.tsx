import { useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { Prices } from "#server/core/prices.ts";
import type { SettingsView } from "#server/core/settings.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, putJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import {
  PRICE_FIELDS,
  type PriceField,
  type PriceProblem,
  type PriceRow,
  priceChanges,
  priceRows,
  readPriceRows,
} from "./price-draft.ts";
import styles from "./price-table.module.css";

/** What models cost, for the costs beside replies. Empty until a person fills it. */
export function PriceTable({ prices }: { prices: Prices }) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<PriceRow[] | null>(null);
  const [problems, setProblems] = useState<PriceProblem[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const rows = draft ?? priceRows(prices);
  const isChanged = Object.keys(priceChanges(prices, readPriceRows(rows).prices)).length > 0;
  const hasWork = draft !== null && (isChanged || readPriceRows(rows).problems.length > 0);

  function change(next: PriceRow[]) {
    setDraft(next);
    if (problems.length > 0) setProblems(readPriceRows(next).problems);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const read = readPriceRows(rows);
    setProblems(read.problems);
    setFailure(null);
    if (read.problems.length > 0) return;
    setIsSaving(true);
    try {
      const changed = await putJson<SettingsView>("/api/settings", {
        prices: priceChanges(prices, read.prices),
      });
      cache.setQueryData(["settings"], changed);
      setDraft(null);
      announce("Prices saved.");
    } catch (error) {
      setFailure(`The prices were not saved. ${errorSentence(error)}`);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <form className={styles["prices"]} noValidate onSubmit={(event) => void save(event)}>
      <p className={styles["note"]}>
        US dollars per million tokens, as your provider lists them. A reply shows the model id that answered;
        a dated one, such as <code>name-2026-01-31</code>, also takes the price of <code>name</code> when that
        was asked for. Without a price only tokens are shown. What was reckoned stays as it is.
      </p>
      {rows.length > 0 && (
        <table className={styles["table"]} ref={table}>
          <thead>
            <tr>
              {PRICE_FIELDS.map(({ field, label }) => (
                <th key={field} scope="col">
                  {label}
                </th>
              ))}
              <th>
                <span className={controls["hidden"]}>Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.key}>
                {PRICE_FIELDS.map(({ field, label }) => (
                  <td key={field} data-label={label}>
                    <Cell
                      label={`${label} of ${row.model || `row ${index + 1}`}`}
                      field={field}
                      row={row}
                      problem={problems.find((item) => item.key === row.key && item.field === field)?.message}
                      onChange={(next) => change(rows.map((item) => (item.key === row.key ? next : item)))}
                    />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    className={controls["iconButton"]}
                    aria-label={`Remove the price of ${row.model || `row ${index + 1}`}`}
                    onClick={() => change(rows.filter((item) => item.key !== row.key))}
                  >
                    <Trash2 size={15} aria-hidden />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {failure && <Note level="error">{failure}</Note>}
      <div className={styles["actions"]}>
        <button
          type="button"
          className={controls["button"]}
          onClick={() => {
            change([...rows, { ...EMPTY, key: `new ${Date.now()} ${rows.length}` }]);
            requestAnimationFrame(() =>
              table.current?.querySelector<HTMLElement>("tbody tr:last-child input")?.focus(),
            );
          }}
        >
          <Plus size={14} aria-hidden />
          Add a price
        </button>
        {hasWork && (
          <>
            <button
              type="submit"
              className={joinClasses(controls["button"], controls["primary"])}
              disabled={isSaving}
            >
              Save prices
            </button>
            <button
              type="button"
              className={controls["button"]}
              onClick={() => {
                setDraft(null);
                setProblems([]);
                setFailure(null);
              }}
            >
              Discard changes
            </button>
          </>
        )}
      </div>
    </form>
  );
}

const EMPTY = { model: "", inputUsd: "", cachedInputUsd: "", outputUsd: "" };

type CellProps = {
  label: string;
  field: PriceField;
  row: PriceRow;
  problem: string | undefined;
  onChange: (row: PriceRow) => void;
};

function Cell({ label, field, row, problem, onChange }: CellProps) {
  const problemId = `${row.key}-${field}`.replace(/\s/g, "-");
  return (
    <>
      <input
        className={joinClasses(controls["field"], styles["field"])}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        inputMode={field === "model" ? "text" : "decimal"}
        autoComplete="off"
        spellCheck={false}
        value={row[field]}
        onChange={(event) => onChange({ ...row, [field]: event.currentTarget.value })}
      />
      {problem !== undefined && (
        <span id={problemId} className={styles["problem"]} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
