import { labelledDags } from "#test/core/run-rules/labelled-dags.ts";
import { walkOutcomes } from "#test/core/run-rules/outcome-tree.ts";
import { oracle } from "#test/core/run-rules/oracle.ts";
const size = Number(process.argv[2]);
const stride = Number(process.argv[3] ?? 1);
let graphs = 0, leaves = 0, decisions = 0, covers = 0, i = 0;
let t = performance.now();
for (const dag of labelledDags(size)) {
  if (i++ % stride) continue;
  graphs++;
  for (let mask = 0; mask < 2 ** size; mask++) {
    const conditions = dag.map((_, p) => (mask >> p) & 1 ? { of: [], is: "" } : undefined);
    decisions += walkOutcomes(dag, conditions, { slots: 9, endsNext: ([a]) => [a as number] }, (end) => {
      leaves++; covers += end.covers;
      const want = oracle(end.steps, end.stop);
      let ok = want.status === end.state.status;
      want.steps.forEach((w, p) => {
        const s = end.state.steps.get(`s${p}`)!;
        if (s.status !== w.status || s.reason !== w.reason || s.causeStepId !== (w.cause === null ? null : `s${w.cause}`)) ok = false;
      });
      if (!ok) { console.log(JSON.stringify({ dag, conditions, end: end.steps, want, got: [...end.state.steps.values()].map(s => [s.status, s.reason, s.causeStepId]), run: end.state.status })); process.exit(1); }
    });
  }
}
console.log({ size, graphs, leaves, decisions, covers, s: (performance.now() - t) / 1000 });
