ALTER TYPE "public"."approval_status" ADD VALUE 'waiting' BEFORE 'pending';--> statement-breakpoint
ALTER TYPE "public"."run_event_type" ADD VALUE 'approval-held' BEFORE 'approval-requested';--> statement-breakpoint
ALTER TYPE "public"."run_event_type" ADD VALUE 'approval-signed' BEFORE 'approval-approved';--> statement-breakpoint
ALTER TYPE "public"."run_event_type" ADD VALUE 'budget-raised';--> statement-breakpoint
ALTER TYPE "public"."run_event_type" ADD VALUE 'budget-given-up';--> statement-breakpoint
ALTER TYPE "public"."run_event_type" ADD VALUE 'child-run-started';--> statement-breakpoint
ALTER TYPE "public"."run_event_type" ADD VALUE 'child-run-ended';--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "agent_id" text;--> statement-breakpoint
UPDATE "approvals" SET "agent_id" = "runs"."agent_id" FROM "runs" WHERE "runs"."id" = "approvals"."run_id";--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "agent_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "approvers" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "signatures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "run_steps" ADD COLUMN "reserved" jsonb;--> statement-breakpoint
ALTER TABLE "run_steps" ADD COLUMN "child_run_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "budget" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("agent_id") WHERE "approvals"."decided_at" is null;