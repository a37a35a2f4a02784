CREATE TYPE "public"."agent_status" AS ENUM('active', 'archived');--> statement-breakpoint
CREATE TYPE "public"."message_role" AS ENUM('user', 'assistant');--> statement-breakpoint
CREATE TYPE "public"."approval_status" AS ENUM('pending', 'approved', 'rejected', 'expired', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."attempt_status" AS ENUM('running', 'paused', 'completed', 'failed', 'interrupted');--> statement-breakpoint
CREATE TYPE "public"."run_event_type" AS ENUM('run-queued', 'run-started', 'run-paused', 'run-resumed', 'run-completed', 'run-failed', 'run-canceled', 'attempt-started', 'tool-called', 'attempt-failed', 'attempt-interrupted', 'step-completed', 'step-failed', 'step-skipped', 'step-paused', 'approval-requested', 'approval-approved', 'approval-rejected', 'approval-expired', 'approval-canceled', 'outcome-resolved', 'result-refused');--> statement-breakpoint
CREATE TYPE "public"."run_status" AS ENUM('queued', 'running', 'paused', 'completed', 'failed', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."step_reason" AS ENUM('reused', 'approval', 'wait', 'check', 'budget', 'outcome_unknown', 'condition', 'upstream_failed', 'on_error', 'precondition', 'stopped', 'canceled', 'attempts_exhausted', 'not_retryable', 'approval_expired', 'check_failed');--> statement-breakpoint
CREATE TYPE "public"."step_status" AS ENUM('pending', 'running', 'paused', 'completed', 'failed', 'skipped');--> statement-breakpoint
CREATE TYPE "public"."catch_up_policy" AS ENUM('none', 'latest');--> statement-breakpoint
CREATE TYPE "public"."overlap_policy" AS ENUM('skip', 'queue', 'allow');--> statement-breakpoint
CREATE TYPE "public"."webhook_scheme" AS ENUM('standard', 'github', 'token');--> statement-breakpoint
CREATE TABLE "agents" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"model" text,
	"tools" jsonb,
	"status" "agent_status" DEFAULT 'active' NOT NULL,
	"snapshot_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"agent_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"role" "message_role" NOT NULL,
	"parts" jsonb NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "plan_revisions" (
	"agent_id" text NOT NULL,
	"revision" integer NOT NULL,
	"message_id" text NOT NULL,
	"plan" jsonb NOT NULL,
	"plan_hash" text NOT NULL,
	"edits" jsonb NOT NULL,
	"change_description" text NOT NULL,
	"restored_from" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plan_revisions_agent_id_revision_pk" PRIMARY KEY("agent_id","revision")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"plan" jsonb NOT NULL,
	"plan_hash" text NOT NULL,
	"issues" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"step_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"status" "approval_status" DEFAULT 'pending' NOT NULL,
	"input" jsonb NOT NULL,
	"input_hash" text NOT NULL,
	"edited_input" jsonb,
	"reason" text,
	"note" text,
	"decided_by" text,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"step_id" text,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_attempts" (
	"run_id" text NOT NULL,
	"step_id" text NOT NULL,
	"claim" integer NOT NULL,
	"attempt" integer NOT NULL,
	"status" "attempt_status" NOT NULL,
	"input" jsonb,
	"output" jsonb,
	"error" jsonb,
	"correction" jsonb,
	"usage" jsonb,
	"worker" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "run_attempts_run_id_step_id_claim_pk" PRIMARY KEY("run_id","step_id","claim")
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"type" "run_event_type" NOT NULL,
	"step_id" text,
	"attempt" integer,
	"worker" text,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "run_events_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"run_id" text NOT NULL,
	"step_id" text NOT NULL,
	"position" integer NOT NULL,
	"status" "step_status" DEFAULT 'pending' NOT NULL,
	"reason" "step_reason",
	"cause_step_id" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"claim" integer DEFAULT 0 NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"has_acted" boolean DEFAULT false NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"input" jsonb,
	"output" jsonb,
	"error" jsonb,
	"usage" jsonb,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "run_steps_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"snapshot_id" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"status" "run_status" DEFAULT 'queued' NOT NULL,
	"trigger" jsonb NOT NULL,
	"input" jsonb,
	"idempotency_key" text,
	"reuse_from" text,
	"usage" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"cron" text NOT NULL,
	"timezone" text NOT NULL,
	"overlap" "overlap_policy" DEFAULT 'skip' NOT NULL,
	"catch_up" "catch_up_policy" DEFAULT 'latest' NOT NULL,
	"input" jsonb,
	"enabled" boolean DEFAULT true NOT NULL,
	"next_fire_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"webhook_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"verdict" text NOT NULL,
	"body_hash" text NOT NULL,
	"run_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_webhook_id_delivery_id_pk" PRIMARY KEY("webhook_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"scheme" "webhook_scheme" NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_revisions" ADD CONSTRAINT "plan_revisions_agent_id_message_id_messages_agent_id_id_fk" FOREIGN KEY ("agent_id","message_id") REFERENCES "public"."messages"("agent_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_run_id_step_id_run_steps_run_id_step_id_fk" FOREIGN KEY ("run_id","step_id") REFERENCES "public"."run_steps"("run_id","step_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_attempts" ADD CONSTRAINT "run_attempts_run_id_step_id_run_steps_run_id_step_id_fk" FOREIGN KEY ("run_id","step_id") REFERENCES "public"."run_steps"("run_id","step_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_snapshot_id_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_slug" ON "agents" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_position" ON "messages" USING btree ("agent_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_revisions_message" ON "plan_revisions" USING btree ("agent_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "snapshots_version" ON "snapshots" USING btree ("agent_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "snapshots_plan_hash" ON "snapshots" USING btree ("agent_id","plan_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_attempt" ON "approvals" USING btree ("run_id","step_id","attempt");--> statement-breakpoint
CREATE INDEX "approvals_status" ON "approvals" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "artifacts_run" ON "artifacts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_steps_lease" ON "run_steps" USING btree ("lease_until") WHERE "run_steps"."status" = 'running';--> statement-breakpoint
CREATE INDEX "run_steps_due" ON "run_steps" USING btree ("due_at") WHERE "run_steps"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_idempotency_key" ON "runs" USING btree ("agent_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "runs_agent" ON "runs" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("status");--> statement-breakpoint
CREATE INDEX "schedules_next_fire" ON "schedules" USING btree ("next_fire_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");