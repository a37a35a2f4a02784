import type { AttributeValue, Attributes } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";

type Care = {
  /** Masked wherever they turn up. */
  secrets: readonly string[];
  /** Without it, words of errors stay here: they may quote what a model was asked or a tool answered. */
  hasContent: boolean;
  /** Called when spans could not be sent, once until some get through again. */
  failed: (reason: string) => void;
};

const HIDDEN = "[hidden]";
const ERROR_WORDS = ["exception.message", "exception.stacktrace"];
const SUCCESS = 0;

/** An exporter that lets no secret out and keeps its failures to itself. */
export function carefulExporter(exporter: SpanExporter, care: Care): SpanExporter {
  let isFailing = false;

  return {
    export: (spans, done) =>
      exporter.export(
        spans.map((span) => withoutSecrets(span, care)),
        (result) => {
          if (result.code !== SUCCESS && !isFailing)
            care.failed(result.error?.message ?? "no reason was given");
          isFailing = result.code !== SUCCESS;
          done(result);
        },
      ),
    shutdown: () => exporter.shutdown(),
  };
}

function withoutSecrets(span: ReadableSpan, { secrets, hasContent }: Care): ReadableSpan {
  const masked = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  const attributesOf = (attributes: Attributes, hidden: readonly string[] = []): Attributes => {
    const kept = Object.entries(attributes).filter(([name]) => !hidden.includes(name));
    return Object.fromEntries(kept.map(([name, value]) => [name, maskedValue(value, masked)]));
  };
  const { code, message } = span.status;

  const changes: Partial<ReadableSpan> = {
    name: masked(span.name),
    attributes: attributesOf(span.attributes),
    status: hasContent && message !== undefined ? { code, message: masked(message) } : { code },
    events: span.events.map((event) => ({
      ...event,
      attributes: attributesOf(event.attributes ?? {}, hasContent ? [] : ERROR_WORDS),
    })),
  };
  // The rest of a span, its methods included, stays that of the original.
  return Object.assign(Object.create(span), changes) as ReadableSpan;
}

function maskedValue(value: AttributeValue | undefined, masked: (text: string) => string) {
  if (typeof value === "string") return masked(value);
  // A list of texts has texts alone, or nothing in their places.
  const isOfTexts = Array.isArray(value) && value.some((item) => typeof item === "string");
  return isOfTexts ? value.map((item) => (typeof item === "string" ? masked(item) : null)) : value;
}
