import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import styles from "./hint.module.css";

type HintProps = { text: string; children: ReactElement };

export function Hint({ text, children }: HintProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles["hint"]} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
