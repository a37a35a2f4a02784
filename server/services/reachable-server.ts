import type { Context, ReachableServer } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import { placeSecrets, secretNames, secretPlacesIn } from "#server/core/secret-places.ts";
import type { ToolServerTransport } from "#server/core/tool-server.ts";

/** The server with the secrets that its settings name in place, or the words that say which is missing. */
export async function reachableServer(
  secrets: Context["secrets"],
  { id, name, transport }: { id: string; name: string; transport: ToolServerTransport },
): Promise<Result<ReachableServer, { message: string }>> {
  const settings = transport as Json;
  const values = await secrets.read(secretNames(settings));
  if (!values.ok) {
    const { missing } = values.error;
    return err({
      message: `The settings of "${name}" name the secret "${missing}", which cannot be read here. Add it again.`,
    });
  }
  const placed = placeSecrets(settings, secretPlacesIn(settings), values.value);
  // The same settings with other texts.
  return placed.ok ? ok({ serverId: id, name, transport: placed.value as ToolServerTransport }) : placed;
}
