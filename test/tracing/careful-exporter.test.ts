import { SpanStatusCode } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type SpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { expect, test } from "vitest";
import { carefulExporter } from "#server/tracing/careful-exporter.ts";
import { tracedAttempts } from "#server/tracing/traced-attempts.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";

const SECRET = "sk-sandpiper";

function trace(options: { hasContent?: boolean; exporter?: SpanExporter } = {}) {
  const kept = new InMemorySpanExporter();
  const failures: string[] = [];
  const exporter = carefulExporter(options.exporter ?? kept, {
    secrets: [SECRET],
    hasContent: options.hasContent ?? false,
    failed: (reason) => failures.push(reason),
  });
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer("test"), spans: () => kept.getFinishedSpans(), failures };
}

function request(tool?: string) {
  const plan = makePlan({ send: [] }, { send: tool === undefined ? {} : { kind: "tool", tool } });
  const [step] = plan.steps;
  if (!step) throw new Error("The plan has a step");
  return {
    runId: "run_1",
    model: null,
    tools: { granted: null, stricter: {} },
    plan,
    step,
    attempt: 2,
    runInput: { password: "payload words" },
    results: {},
    corrections: [],
    approvedInput: null,
    idempotencyKey: "run_1:send",
    allowance: null,
  };
}

const hooks = {
  signal: new AbortController().signal,
  folder: "/nowhere",
  beforeToolCall: async () => {},
  childRun: { find: async () => null, start: () => Promise.reject(new Error("No child runs here.")) },
};

test("secrets are masked in every text of a span, and the original stays whole", () => {
  const { tracer, spans } = trace({ hasContent: true });

  const span = tracer.startSpan(`call ${SECRET}`, {
    attributes: {
      url: `https://x/?key=${SECRET}`,
      list: ["a", SECRET],
      count: 3,
      isOn: true,
      numbers: [1, 2],
    },
  });
  span.setStatus({ code: SpanStatusCode.ERROR, message: `refused ${SECRET}` });
  span.recordException(new Error(`thrown ${SECRET}`));
  span.end();

  const [sent] = spans();
  expect(sent?.name).toBe("call [hidden]");
  expect(sent?.attributes).toEqual({
    url: "https://x/?key=[hidden]",
    list: ["a", "[hidden]"],
    count: 3,
    isOn: true,
    numbers: [1, 2],
  });
  expect(sent?.status).toEqual({ code: SpanStatusCode.ERROR, message: "refused [hidden]" });
  expect(sent?.events[0]?.attributes?.["exception.message"]).toBe("thrown [hidden]");
  expect(sent?.spanContext()).toEqual(span.spanContext());
  expect(sent?.duration).toBeDefined();
});

test("the words of errors stay here unless content is asked for; their types go out", () => {
  const { tracer, spans } = trace();

  const span = tracer.startSpan("call");
  span.setStatus({ code: SpanStatusCode.ERROR, message: "the prompt was: count" });
  span.recordException(new TypeError("the prompt was: count"));
  span.end();

  const [sent] = spans();
  expect(sent?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(sent?.events[0]?.attributes).toEqual({ "exception.type": "TypeError" });
});

test("a collector that is away is told of once, and once more when it goes away again", () => {
  const answers = [1, 1, 0, 1];
  const { tracer, failures } = trace({
    exporter: {
      export: (_spans, done) => {
        const code = answers.shift() ?? 0;
        done(code === 0 ? { code } : { code, error: new Error("connect ECONNREFUSED") });
      },
      shutdown: async () => {},
    },
  });

  for (const name of ["a", "b", "c", "d"]) tracer.startSpan(name).end();

  expect(failures).toEqual(["connect ECONNREFUSED", "connect ECONNREFUSED"]);
});

test("an attempt's span says which step of which run it tried, with what tool and how it ended", async () => {
  const { tracer, spans } = trace();

  const result = await tracedAttempts(tracer, async () => done("out"))(request("send_mail"), hooks);
  await tracedAttempts(tracer, async () => fails("the payload words were refused"))(request(), hooks);
  const broken = tracedAttempts(tracer, () => Promise.reject(new Error("a bug")))(request(), hooks);
  await expect(broken).rejects.toThrow("a bug");

  expect(result).toEqual(done("out"));
  const known = { "stepwright.run.id": "run_1", "stepwright.step.id": "send", "stepwright.attempt": 2 };
  expect(spans().map(({ attributes, status }) => ({ ...attributes, ...status }))).toEqual([
    {
      ...known,
      "stepwright.step.kind": "tool",
      "stepwright.tool": "send_mail",
      "stepwright.outcome": "completed",
      code: SpanStatusCode.UNSET,
    },
    {
      ...known,
      "stepwright.step.kind": "reasoning",
      "stepwright.outcome": "failed",
      code: SpanStatusCode.ERROR,
    },
    { ...known, "stepwright.step.kind": "reasoning", code: SpanStatusCode.ERROR },
  ]);
  expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain("payload words");
});
