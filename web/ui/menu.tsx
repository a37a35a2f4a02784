import { MoreHorizontal } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import controls from "./controls.module.css";
import styles from "./menu.module.css";

type MenuItem = { label: string; onSelect: () => void; isDangerous?: boolean };

type MenuProps = { label: string; items: readonly MenuItem[] };

/** Not modal: the modal kind writes a style element, which the page's security policy refuses. */
export function Menu({ label, items }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className={controls["iconButton"]} aria-label={label}>
          <MoreHorizontal size={17} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles["menu"]} align="end" sideOffset={6} collisionPadding={8}>
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              className={item.isDangerous ? styles["dangerous"] : styles["item"]}
              onSelect={item.onSelect}
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
