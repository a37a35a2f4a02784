import { Download } from "lucide-react";
import controls from "./controls.module.css";

type DownloadTextProps = { text: string; name: string; label: string };

/** Saves a text that the page holds but does not show whole. */
export function DownloadText({ text, name, label }: DownloadTextProps) {
  function save() {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <button type="button" className={controls["iconButton"]} aria-label={label} onClick={save}>
      <Download size={14} aria-hidden />
    </button>
  );
}
