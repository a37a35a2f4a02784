import { randomUUID } from "node:crypto";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { measurePeer } from "./measure.mjs";

// Every superstep writes a checkpoint of the whole state and the writes of each node before the next begins.
await measurePeer(async (url) => {
  const saver = PostgresSaver.fromConnString(url, { schema: "langgraph" });
  await saver.setup();
  const State = Annotation.Root({
    last: Annotation({ reducer: (_before, after) => after, default: () => null }),
  });

  return {
    prepare: async (steps) => {
      const graph = new StateGraph(State);
      for (const { id } of steps) graph.addNode(id, async () => ({ last: { ok: true } }));
      for (const { id, after } of steps) {
        if (after.length === 0) graph.addEdge(START, id);
        else graph.addEdge(after.length === 1 ? after[0] : after, id);
      }
      graph.addEdge(steps.at(-1).id, END);
      const compiled = graph.compile({ checkpointer: saver });
      return () =>
        compiled.invoke(
          { last: null },
          { configurable: { thread_id: randomUUID() }, durability: "sync", recursionLimit: 1_000 },
        );
    },
    close: () => saver.end(),
  };
});
