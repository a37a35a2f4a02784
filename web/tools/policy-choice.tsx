import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ToolDefinition, ToolPolicy } from "#server/core/tool.ts";
import { announce } from "#web/announce.tsx";
import { useSettings } from "#web/queries.ts";
import { Choices } from "#web/ui/choices.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { savePolicy } from "./tool-queries.ts";
import { chosenPolicy, POLICY_CHOICES, POLICY_NAMES } from "./tool-words.ts";

/** What the workspace allows the tool, saved as soon as it is chosen. */
export function PolicyChoice({ tool }: { tool: ToolDefinition }) {
  const cache = useQueryClient();
  const chosen = useSettings().data?.toolPolicies ?? {};
  // Shown at once, and taken back when it was not saved.
  const [wanted, setWanted] = useState<ToolPolicy | null>(null);
  const { name } = tool;
  const { act, problem } = useAction("The choice was not saved.");

  async function choose(next: ToolPolicy) {
    setWanted(next);
    const isSaved = await act(() => savePolicy(cache, name, next));
    setWanted(null);
    if (isSaved) announce(`${name}: ${POLICY_NAMES[next].toLowerCase()}. Saved.`);
  }

  return (
    <>
      <Choices
        legend="What plans may do with it"
        choices={POLICY_CHOICES}
        value={wanted ?? chosenPolicy(tool, chosen)}
        onChange={(next) => void choose(next)}
      />
      {problem && <Note level="error">{problem}</Note>}
    </>
  );
}
