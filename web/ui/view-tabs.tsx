import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import styles from "./view-tabs.module.css";

type ViewTab<Value extends string> = { value: Value; label: string; icon?: LucideIcon };

type ViewTabsProps<Value extends string> = {
  label: string;
  /** The id of the element that the tabs switch. */
  panelId: string;
  tabs: readonly ViewTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

export function ViewTabs<Value extends string>({
  label,
  panelId,
  tabs,
  value,
  onChange,
}: ViewTabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const index = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  }

  return (
    <div className={styles["tabs"]} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${panelId}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon && <tab.icon size={14} aria-hidden />}
          {tab.label}
        </button>
      ))}
    </div>
  );
}
