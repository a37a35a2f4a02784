CREATE TABLE "retired_secrets" (
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"retired_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retired_secrets_name_sealed_pk" PRIMARY KEY("name","sealed")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_tools" (
	"server_id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"accepted" json,
	"offered" json,
	CONSTRAINT "server_tools_server_id_name_pk" PRIMARY KEY("server_id","name")
);
--> statement-breakpoint
CREATE TABLE "tool_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"transport" json NOT NULL,
	"left_out" json DEFAULT '[]'::json NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "tool_policies" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "server_tools" ADD CONSTRAINT "server_tools_server_id_tool_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."tool_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_servers_name" ON "tool_servers" USING btree ("name");