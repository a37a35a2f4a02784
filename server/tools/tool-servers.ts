import type { Offer } from "#server/core/tool-server.ts";

export type { ReachableServer, ToolServerClient } from "#server/context.ts";

/** Told whenever a connection lists tools, so that changes are seen without anybody looking. */
export type OnOffer = (serverId: string, offer: Offer) => void;
