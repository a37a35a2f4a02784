import { useEffect, useState } from "react";
import controls from "./controls.module.css";
import styles from "./loading.module.css";

type LoadingProps = { label: string; rows?: number };

/** Grey bars, shown only when the wait is long enough to be noticed. */
export function Loading({ label, rows = 4 }: LoadingProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={styles["loading"]} role="status">
      <span className={controls["hidden"]}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move.
        <i key={index} aria-hidden />
      ))}
    </div>
  );
}
