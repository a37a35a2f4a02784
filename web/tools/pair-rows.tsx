import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { insertText } from "./insert-secret.ts";
import styles from "./server-form.module.css";
import { SecretPicker } from "./secret-picker.tsx";
import { type Pair, withNewPair } from "./server-draft.ts";

type PairRowsProps = {
  legend: string;
  /** What one of them is called: `header`. */
  one: string;
  namePlaceholder: string;
  valuePlaceholder: string;
  pairs: readonly Pair[];
  problem: string | undefined;
  onChange: (pairs: Pair[]) => void;
};

/** Named values, as many as somebody adds; each may name a secret. */
export function PairRows(props: PairRowsProps) {
  const { legend, one, namePlaceholder, valuePlaceholder, pairs, problem, onChange } = props;
  const id = useId();
  const set = (key: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...change } : pair)));
  return (
    <fieldset className={styles["pairs"]} aria-describedby={problem === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {pairs.map((pair, index) => {
        const name = pair.name || `${one} ${index + 1}`;
        return (
          <div key={pair.key} className={styles["pair"]}>
            <input
              className={joinClasses(controls["field"], controls["mono"])}
              aria-label={`Name of ${one} ${index + 1}`}
              placeholder={namePlaceholder}
              autoComplete="off"
              spellCheck={false}
              value={pair.name}
              onChange={(event) => set(pair.key, { name: event.currentTarget.value })}
            />
            <input
              className={joinClasses(controls["field"], controls["mono"])}
              aria-label={`Value of ${name}`}
              placeholder={valuePlaceholder}
              autoComplete="off"
              spellCheck={false}
              value={pair.value}
              onChange={(event) => set(pair.key, { value: event.currentTarget.value })}
            />
            <SecretPicker
              label={`Insert a secret into ${name}`}
              onPick={(reference, at) => set(pair.key, { value: insertText(pair.value, reference, at) })}
            />
            <button
              type="button"
              className={controls["iconButton"]}
              aria-label={`Remove ${name}`}
              onClick={() => onChange(pairs.filter(({ key }) => key !== pair.key))}
            >
              <Trash2 size={15} aria-hidden />
            </button>
          </div>
        );
      })}
      {problem !== undefined && (
        <p id={id} className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
      <button type="button" className={controls["button"]} onClick={() => onChange(withNewPair(pairs))}>
        <Plus size={14} aria-hidden />
        Add a {one}
      </button>
    </fieldset>
  );
}
