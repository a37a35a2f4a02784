import { Mastra } from "@mastra/core/mastra";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { PostgresStore } from "@mastra/pg";
import { z } from "zod";
import { measurePeer } from "./measure.mjs";

const any = z.any();
let workflows = 0;

// The snapshot of the whole run is one row, written again as the run goes on.
await measurePeer(async (url) => {
  const storage = new PostgresStore({ id: "bench", connectionString: url, schemaName: "mastra" });
  await storage.init();

  return {
    prepare: async (steps) => {
      workflows += 1;
      const id = `bench-${workflows}`;
      let workflow = createWorkflow({ id, inputSchema: any, outputSchema: any });
      for (const level of levelsOf(steps)) {
        const made = level.map((step) =>
          createStep({ id: step, inputSchema: any, outputSchema: any, execute: async () => ({ ok: true }) }),
        );
        workflow = made.length === 1 ? workflow.then(made[0]) : workflow.parallel(made);
      }
      workflow.commit();
      const mastra = new Mastra({ workflows: { [id]: workflow }, storage, logger: false });
      return async () => {
        const run = await mastra.getWorkflow(id).createRun();
        const result = await run.start({ inputData: {} });
        if (result.status !== "success") throw new Error(`A run of Mastra ended as ${result.status}`);
      };
    },
    close: async () => {},
  };
});

/** Steps with nothing between them side by side: Mastra draws graphs as a row of such groups. */
function levelsOf(steps) {
  const depth = new Map();
  for (const { id, after } of steps)
    depth.set(id, 1 + Math.max(-1, ...after.map((other) => depth.get(other))));
  return [...Map.groupBy(depth.keys(), (id) => depth.get(id)).values()];
}
