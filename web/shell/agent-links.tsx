import { Link } from "wouter";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";

const PLACES = [
  { value: "conversation", label: "Conversation", path: "" },
  { value: "runs", label: "Runs", path: "/runs" },
  { value: "triggers", label: "Triggers", path: "/triggers" },
  { value: "tools", label: "Tools", path: "/tools" },
] as const;

type AgentLinksProps = { slug: string; current: "runs" | "triggers" | "tools" };

/** From one place of an agent to its others. */
export function AgentLinks({ slug, current }: AgentLinksProps) {
  return PLACES.filter(({ value }) => value !== current).map(({ value, label, path }) => (
    <Link
      key={value}
      href={`/agents/${slug}${path}`}
      className={joinClasses(controls["button"], value !== "conversation" && controls["smallHidden"])}
    >
      {label}
    </Link>
  ));
}
