import { ChevronRight } from "lucide-react";
import { memo, useId, useMemo, useState } from "react";
import styles from "./folded-text.module.css";
import { longTextFacts } from "./long-text.ts";

/** A long text as its first lines; opened it is plain text that scrolls in a box of its own. */
export const FoldedText = memo(function FoldedText({ text }: { text: string }) {
  const boxId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { name, size, firstLines } = useMemo(() => longTextFacts(text), [text]);
  return (
    <div className={styles["folded"]}>
      <button type="button" aria-expanded={isOpen} aria-controls={boxId} onClick={() => setIsOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden />
        <b>{name}</b>
        <span>{size}</span>
        <span>{isOpen ? "hide" : "show"}</span>
      </button>
      <section id={boxId} aria-label={name} data-open={isOpen || undefined} tabIndex={isOpen ? 0 : undefined}>
        {isOpen ? text : firstLines}
      </section>
    </div>
  );
});
