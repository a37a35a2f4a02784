import { Dialog } from "#web/ui/dialog.tsx";
import { KeyList } from "./key-list.tsx";

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <KeyList />
    </Dialog>
  );
}
