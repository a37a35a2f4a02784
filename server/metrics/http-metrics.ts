import { Histogram, type Registry } from "prom-client";
import { inProcess } from "./help.ts";

/** `route` is the pattern of a path, never the path itself. */
type AnsweredRequest = { method: string; route: string; status: number; seconds: number };

/** What the doors of this process were asked. */
export function httpMetrics(registry: Registry) {
  const requests = new Histogram({
    name: "stepwright_http_request_duration_seconds",
    help: inProcess("Time until an answer began; a stream goes on after that"),
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  return {
    requestAnswered: ({ seconds, ...labels }: AnsweredRequest) => requests.observe(labels, seconds),
  };
}
