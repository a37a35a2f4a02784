import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { announce } from "#web/announce.tsx";
import { ApiError, send } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { serverPath, toolKeys } from "./tool-queries.ts";

/** Asks before a server is removed, and once more when saved plans name its tools. */
export function RemoveServer({ server, onClose }: { server: ToolServerView; onClose: () => void }) {
  const cache = useQueryClient();
  const [isUsed, setIsUsed] = useState(false);
  const { serverId, name } = server;

  async function remove() {
    try {
      // Only whoever has read what uses it removes it all the same.
      await send("DELETE", `${serverPath(serverId)}${isUsed ? "?force=true" : ""}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setIsUsed(true);
      throw error;
    }
    await Promise.all([
      cache.invalidateQueries({ queryKey: toolKeys.servers }),
      cache.invalidateQueries({ queryKey: toolKeys.tools }),
    ]);
    announce(`${name} is removed.`);
  }

  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      confirm={isUsed ? "Remove it all the same" : "Remove it"}
      cancel="Keep it"
      isDangerous
      failure="The server was not removed."
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        Its tools are gone with it, and what was accepted of them. Steps of plans that name them fail until a
        server with this name is added again. Secrets stay.
      </p>
    </ConfirmDialog>
  );
}
