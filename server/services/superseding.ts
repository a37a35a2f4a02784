import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { messages } from "#db/schema.ts";

/** The message that took the place of a message, or of the one that a reply belongs to. */
export const superseding = alias(messages, "superseding");

// A message takes the place of the newest one only, so its place is the next but one.
export const isSuperseding = sql`${superseding.agentId} = ${messages.agentId}
  and ${superseding.position} = ${messages.position} + case ${messages.role} when 'user' then 2 else 1 end
  and ${superseding.metadata} ->> 'supersedes' is not null`;
