import { type ReactNode, useId } from "react";
import type { Page } from "#web/api.ts";
import { Loading } from "#web/ui/loading.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import styles from "./triggers-page.module.css";

type TriggerSectionProps<Item> = {
  title: string;
  about: string;
  /** Said where there is none. */
  empty: string;
  list: { data: Page<Item> | undefined; error: Error | null; refetch: () => Promise<unknown> };
  action: ReactNode;
  item: (item: Item) => ReactNode;
  /** Its dialogs. */
  children?: ReactNode;
};

/** One kind of thing with its list: what it is, those that there are, and a way to add one. */
export function TriggerSection<Item>(props: TriggerSectionProps<Item>) {
  const { title, about, empty, list, action, item, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <p className={styles["about"]}>{about}</p>
      {list.data?.items.length === 0 && <p className={styles["empty"]}>{empty}</p>}
      {list.data && list.data.items.length > 0 && (
        <ul className={styles["list"]}>{list.data.items.map(item)}</ul>
      )}
      {!list.data && !list.error && <Loading label={`Loading ${title.toLowerCase()}`} rows={2} />}
      {!list.data && list.error && (
        <RetryNote
          what={`${title} could not be loaded.`}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {children}
    </section>
  );
}
