import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import controls from "./controls.module.css";

type CopyButtonProps = { text: string; label: string };

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [isCopied]);

  // Browsers offer the clipboard on secure origins only.
  if (!navigator.clipboard) return null;
  return (
    <button
      type="button"
      className={controls["iconButton"]}
      aria-label={isCopied ? "Copied" : label}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setIsCopied(true),
          () => setIsCopied(false),
        )
      }
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
