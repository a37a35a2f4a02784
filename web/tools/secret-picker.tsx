import { KeyRound } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useRef } from "react";
import controls from "#web/ui/controls.module.css";
import styles from "#web/ui/menu.module.css";
import type { Span } from "./insert-secret.ts";
import { useSecrets } from "./tool-queries.ts";

type SecretPickerProps = {
  label: string;
  /** `at` is what is selected of the field that stands before the picker. */
  onPick: (reference: string, at: Span) => void;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The known secrets by name; picking one puts the reference to it where the cursor of the field stands. */
export function SecretPicker({ label, onPick }: SecretPickerProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const picked = useRef<{ field: Field; behind: number } | null>(null);
  const secrets = useSecrets().data?.items ?? [];
  if (secrets.length === 0) return null;

  function pick(name: string) {
    const field = trigger.current?.previousElementSibling as Field | null | undefined;
    const end = field?.value.length ?? 0;
    const at = { start: field?.selectionStart ?? end, end: field?.selectionEnd ?? end };
    picked.current = field ? { field, behind: end - at.end } : null;
    onPick(`{{secret.${name}}}`, at);
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          ref={trigger}
          type="button"
          className={controls["iconButton"]}
          aria-label={label}
          title={label}
        >
          <KeyRound size={15} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles["menu"]}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          if (!picked.current) return;
          const { field, behind } = picked.current;
          picked.current = null;
          event.preventDefault();
          field.focus();
          const cursor = field.value.length - behind;
          field.setSelectionRange(cursor, cursor);
        }}
      >
        {secrets.map(({ name }) => (
          <DropdownMenu.Item key={name} className={styles["item"]} onSelect={() => pick(name)}>
            {name}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
