import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { migrationsFolder } from "#db/migrations.ts";

export async function bundleProgram(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-chaos-"));
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
      outDir: folder,
      target: "node24",
      rollupOptions: { external: ["pg-native"], output: { entryFileNames: "[name].mjs" } },
    },
  });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(migrationsFolder, join(folder, "migrations"), { recursive: true });
  return folder;
}
