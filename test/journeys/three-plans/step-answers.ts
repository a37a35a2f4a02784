import { type SimulatedReply, jsonText, text } from "#test/openai-simulator.ts";

/** Steps that think, and judges of outputs, answered by what they are given to read. */
export const answerStep: SimulatedReply = (request, response) => answerTo(request.text)(request, response);

function answerTo(prompt: string): SimulatedReply {
  if (prompt.includes("# The step: "))
    return jsonText({ reason: "It is there.", meets: true, whatToChange: "" });
  if (prompt.includes("# This step: Write the digest")) return text(digestOf(prompt));
  const urgent = prompt.includes("down for everybody");
  const kind = prompt.includes("charged twice") ? "billing" : urgent ? "technical" : "other";
  return jsonText({ labels: [kind, ...(urgent ? ["urgent"] : [])], urgent });
}

function digestOf(prompt: string): string {
  const lines = (name: string) => [...new Set(prompt.match(new RegExp(`${name} \\d`, "g")) ?? [])];
  return ["# Town", ...lines("Town news"), "# River", ...lines("River level")].join("\n\n");
}
