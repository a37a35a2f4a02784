import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { CommandError } from "./command-error.ts";
import { readPlanLines } from "./plan-lines.ts";
import { printReply } from "./print-reply.ts";
import { print } from "./say.ts";
import { withServer } from "./with-server.ts";

/** Brings a plan or a brief in: a new agent whose first message is the file. */
export async function importFile(config: Config, file: string, options: { name?: string }): Promise<number> {
  const content = await readFile(file, "utf8").catch((cause: Error) => {
    throw new CommandError(`The file "${file}" cannot be read: ${cause.message}.`, { cause });
  });
  if (content.trim() === "")
    throw new CommandError(`The file "${file}" is empty. Give it a plan or a brief.`);

  const name = options.name ?? basename(file, extname(file));
  return withServer(config, { mayBegin: true }, async (api) => {
    const { slug } = await api.json(z.object({ slug: z.string() }), "/api/agents", {
      method: "POST",
      body: { name },
    });
    const reply = await printReply(api, slug, fenced(file, content), (text) => process.stdout.write(text));
    if (reply.revisions.length === 0) {
      print(`\nAgent "${slug}" has no plan yet. Go on with: stepwright chat ${slug}`);
      return 1;
    }
    print("");
    for (const line of await readPlanLines(api, slug)) print(line);
    print(`\nAgent "${slug}". Go on with: stepwright chat ${slug}`);
    return 0;
  });
}

/** A Mermaid file as the fence that a message carries it in; JSON and Markdown stand for themselves. */
function fenced(file: string, content: string): string {
  const isMermaid = [".mmd", ".mermaid"].includes(extname(file).toLowerCase());
  return isMermaid && !content.includes("```") ? `\`\`\`mermaid\n${content.trimEnd()}\n\`\`\`` : content;
}
