import { brokenCalls } from "./broken-calls.ts";
import { brokenGraphs } from "./broken-graph.ts";
import { brokenReferences } from "./broken-references.ts";

export const brokenPlans = [...brokenGraphs, ...brokenCalls, ...brokenReferences];
