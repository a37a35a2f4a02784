import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { messages } from "#db/schema.ts";

/** The message that took the place of a message, or of the one that a reply belongs to. */
export const superseding = alias(messages, "superseding");

// A message takes the place of the newest one only, so it is the next of a person's. Between the two there
// may be reports of runs, which are nobody's replies.
export const isSuperseding = sql`${superseding.agentId} = ${messages.agentId}
  and ${superseding.position} = (select min(next.position) from ${messages} as next
    where next.agent_id = ${messages.agentId} and next.role = 'user' and next.position > ${messages.position})
  and ${superseding.metadata} ->> 'supersedes' = case ${messages.role} when 'user' then ${messages.id} else (
    select asked.id from ${messages} as asked
    where asked.agent_id = ${messages.agentId} and asked.position = ${messages.position} - 1) end`;
