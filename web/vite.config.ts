import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The page's content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    target: "es2023",
    rolldownOptions: {
      output: {
        // no-eval.ts has to run before any module that builds a schema, so it stands in zod's own chunk.
        codeSplitting: { groups: [{ name: "zod", test: /node_modules[\\/]zod[\\/]|web[\\/]no-eval/ }] },
      },
    },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:4310", "/hooks": "http://127.0.0.1:4310" },
  },
});
