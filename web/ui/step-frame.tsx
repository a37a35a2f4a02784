import { X } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import controls from "./controls.module.css";

type StepFrameProps = {
  number: number;
  title: string;
  /** How deep the step's heading lies on the page. */
  heading: "h2" | "h3";
  styles: { frame: string | undefined; head: string | undefined; scroll: string | undefined };
  icon?: ReactNode;
  actions?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
};

/** One step in full: its number and title over what scrolls. */
export function StepFrame(props: StepFrameProps) {
  const { number, title, heading: Heading, styles, icon, actions, onKeyDown, onClose, children } = props;
  return (
    <section className={styles.frame} aria-label={`Step ${number}: ${title}`} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        {icon}
        <Heading title={title}>
          {number} · {title}
        </Heading>
        <span className={controls["grow"]} />
        {actions}
        <button
          type="button"
          className={controls["iconButton"]}
          aria-label="Close the step"
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </button>
      </header>
      <div className={styles.scroll}>{children}</div>
    </section>
  );
}
