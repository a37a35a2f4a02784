import {
  type Answer,
  type AnswerPart,
  isUnfinished,
  piecesOf,
  SIMULATED_MODEL,
  SIMULATED_USAGE,
  wordsOf,
} from "./openai-answer.ts";

const USAGE = {
  input_tokens: SIMULATED_USAGE.input,
  input_tokens_details: { cached_tokens: SIMULATED_USAGE.cached },
  output_tokens: SIMULATED_USAGE.output,
  output_tokens_details: { reasoning_tokens: SIMULATED_USAGE.reasoning },
  total_tokens: SIMULATED_USAGE.input + SIMULATED_USAGE.output,
};

/** The whole answer as `POST /responses` gives it without streaming. */
export function responsesBody(answer: Answer): object {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_730_000_000,
    model: SIMULATED_MODEL,
    status: reasonOf(answer) === null ? "completed" : "incomplete",
    incomplete_details: reasonOf(answer),
    output: answer.parts.map(itemOf),
    usage: USAGE,
  };
}

/** The events of `POST /responses` with streaming. An unfinished answer lacks its last events. */
export function responsesEvents(answer: Answer): object[] {
  const events = [
    {
      type: "response.created",
      response: { id: "resp_1", created_at: 1_730_000_000, model: SIMULATED_MODEL, service_tier: null },
    },
    ...answer.parts.flatMap((part, index) =>
      isUnfinished(answer) && index === answer.parts.length - 1
        ? eventsOf(part, index).slice(0, -1)
        : eventsOf(part, index),
    ),
  ];
  if (isUnfinished(answer)) return events;

  const details = reasonOf(answer);
  const type = details === null ? "response.completed" : "response.incomplete";
  return [...events, { type, response: { incomplete_details: details, usage: USAGE } }];
}

function reasonOf(answer: Answer): { reason: string } | null {
  if (answer.ending === "length") return { reason: "max_output_tokens" };
  if (answer.ending === "content-filter") return { reason: "content_filter" };
  return null;
}

function itemOf(part: AnswerPart, index: number): object {
  switch (part.type) {
    case "text":
      return messageOf(index, [{ type: "output_text", text: part.text, annotations: [] }]);
    case "refusal":
      return messageOf(index, [{ type: "refusal", refusal: part.text }]);
    case "tool-call":
      return {
        type: "function_call",
        id: `fc_${index}`,
        call_id: part.id,
        name: part.name,
        arguments: part.arguments,
        status: "completed",
      };
  }
}

function messageOf(index: number, content: object[]): object {
  return { type: "message", role: "assistant", id: `msg_${index}`, content };
}

function eventsOf(part: AnswerPart, index: number): object[] {
  const item = itemOf(part, index);
  const added = { type: "response.output_item.added", output_index: index };
  const done = { type: "response.output_item.done", output_index: index, item };
  const messageAdded = { ...added, item: { type: "message", id: `msg_${index}` } };

  switch (part.type) {
    case "text":
      return [
        messageAdded,
        ...wordsOf(part.text).map((delta) => ({
          type: "response.output_text.delta",
          item_id: `msg_${index}`,
          delta,
        })),
        done,
      ];
    case "refusal":
      return [
        messageAdded,
        ...wordsOf(part.text).map((delta) => ({
          type: "response.refusal.delta",
          item_id: `msg_${index}`,
          output_index: index,
          content_index: 0,
          delta,
        })),
        done,
      ];
    case "tool-call":
      return [
        { ...added, item: { ...item, arguments: "", status: "in_progress" } },
        ...piecesOf(part.arguments).map((delta) => ({
          type: "response.function_call_arguments.delta",
          item_id: `fc_${index}`,
          output_index: index,
          delta,
        })),
        done,
      ];
  }
}
