import { Maximize2, Minus, Plus } from "lucide-react";
import styles from "./zoom-controls.module.css";

type ZoomControlsProps = { scale: number; onZoom: (factor: number) => void; onFit: () => void };

export function ZoomControls({ scale, onZoom, onFit }: ZoomControlsProps) {
  return (
    <fieldset className={styles["controls"]} aria-label="Zoom">
      <button type="button" aria-label="Zoom out" onClick={() => onZoom(0.8)}>
        <Minus size={14} aria-hidden />
      </button>
      <span className={styles["percent"]}>{Math.round(scale * 100)}%</span>
      <button type="button" aria-label="Zoom in" onClick={() => onZoom(1.25)}>
        <Plus size={14} aria-hidden />
      </button>
      <button type="button" aria-label="Fit the whole graph" onClick={onFit}>
        <Maximize2 size={13} aria-hidden />
      </button>
    </fieldset>
  );
}
