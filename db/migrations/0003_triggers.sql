CREATE TYPE "public"."delivery_verdict" AS ENUM('accepted', 'test', 'bad_signature', 'too_old', 'too_large', 'too_slow', 'unreadable', 'refused');--> statement-breakpoint
CREATE TYPE "public"."slot_reason" AS ENUM('overlap', 'refused', 'downtime');--> statement-breakpoint
CREATE TYPE "public"."slot_status" AS ENUM('fired', 'queued', 'skipped', 'missed');--> statement-breakpoint
CREATE TYPE "public"."channel_type" AS ENUM('webhook', 'email');--> statement-breakpoint
CREATE TYPE "public"."notice_delivery_status" AS ENUM('pending', 'sent', 'dead');--> statement-breakpoint
CREATE TYPE "public"."notice_kind" AS ENUM('run_failed', 'approval_waiting', 'run_paused', 'schedule_silent');--> statement-breakpoint
CREATE TABLE "schedule_slots" (
	"schedule_id" text NOT NULL,
	"scheduled_for" timestamp (3) with time zone NOT NULL,
	"status" "slot_status" NOT NULL,
	"reason" "slot_reason",
	"run_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	"last_for" timestamp (3) with time zone,
	"detail" text,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "schedule_slots_schedule_id_scheduled_for_pk" PRIMARY KEY("schedule_id","scheduled_for")
);
--> statement-breakpoint
CREATE TABLE "notice_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"type" "channel_type" NOT NULL,
	"target" text NOT NULL,
	"secret" text,
	"kinds" jsonb,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"notice_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"status" "notice_delivery_status" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"kind" "notice_kind" NOT NULL,
	"cause" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"run_id" text,
	"approval_id" text,
	"schedule_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_run_id_runs_id_fk";
--> statement-breakpoint
DROP INDEX "schedules_next_fire";--> statement-breakpoint
DROP INDEX "webhook_deliveries_received";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_webhook_id_delivery_id_pk";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "delivery_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "verdict" SET DATA TYPE "public"."delivery_verdict" USING "verdict"::"public"."delivery_verdict";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "body_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "noticed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "paused_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "broken" text;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "settled_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "updated_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "id" text PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "status" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "bytes" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "content_type" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "title" text NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "updated_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD CONSTRAINT "schedule_slots_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_slots" ADD CONSTRAINT "schedule_slots_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_channels" ADD CONSTRAINT "notice_channels_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_channel_id_notice_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notice_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_slots_queued" ON "schedule_slots" USING btree ("schedule_id") WHERE "schedule_slots"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "schedule_slots_run" ON "schedule_slots" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "notice_channels_agent" ON "notice_channels" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("due_at") WHERE "notice_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "notice_deliveries_channel" ON "notice_deliveries" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_deliveries_once" ON "notice_deliveries" USING btree ("notice_id","channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_open_cause" ON "notices" USING btree ("cause") WHERE "notices"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "notices_agent" ON "notices" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "notices_run" ON "notices" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("agent_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_steps_stuck" ON "run_steps" USING btree ("run_id") WHERE "run_steps"."status" = 'paused' and "run_steps"."reason" in ('budget', 'outcome_unknown');--> statement-breakpoint
CREATE INDEX "runs_untold" ON "runs" USING btree ("ended_at") WHERE "runs"."status" = 'failed' and "runs"."noticed_at" is null;--> statement-breakpoint
CREATE INDEX "schedules_agent" ON "schedules" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("webhook_id","delivery_id") WHERE "webhook_deliveries"."verdict" = 'accepted';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_run" ON "webhook_deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_refused" ON "webhook_deliveries" USING btree ("webhook_id","received_at") WHERE "webhook_deliveries"."verdict" <> 'accepted';--> statement-breakpoint
CREATE INDEX "webhooks_agent" ON "webhooks" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "schedules_next_fire" ON "schedules" USING btree ("next_fire_at") WHERE "schedules"."enabled";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("webhook_id","received_at");--> statement-breakpoint
UPDATE "runs" SET "noticed_at" = "ended_at" WHERE "status" = 'failed';