import { KeyRound } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import controls from "#web/ui/controls.module.css";
import styles from "#web/ui/menu.module.css";
import { useSecrets } from "./tool-queries.ts";

type SecretPickerProps = { label: string; onPick: (reference: string) => void };

/** The known secrets by name; picking one gives the reference that stands for its value. */
export function SecretPicker({ label, onPick }: SecretPickerProps) {
  const secrets = useSecrets().data?.items ?? [];
  if (secrets.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className={controls["iconButton"]} aria-label={label} title={label}>
          <KeyRound size={15} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["menu"]} align="end" sideOffset={6} collisionPadding={8}>
        {secrets.map(({ name }) => (
          <DropdownMenu.Item
            key={name}
            className={styles["item"]}
            onSelect={() => onPick(`{{secret.${name}}}`)}
          >
            {name}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
