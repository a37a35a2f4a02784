ALTER TABLE "plan_revisions" ADD COLUMN "base_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "plan_revisions" SET "base_revision" = "revision" - 1;--> statement-breakpoint
CREATE INDEX "messages_unfinished" ON "messages" USING btree ("agent_id") WHERE "messages"."metadata" ->> 'unfinished' = 'true';