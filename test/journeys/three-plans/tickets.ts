import { addedAtEnd, firstPlan, newStep, tellTeam } from "./planner-calls.ts";

export const brief = (ticketsUrl: string) =>
  `Whenever a ticket comes in ({"ticket": {"id", "subject", "text"}}), decide whether it is billing, technical or other, and whether it is urgent. Label it: PATCH ${ticketsUrl}/tickets/<id> with {"labels": [...]} and TICKETS_TOKEN as bearer token.`;

const JUDGED = {
  type: "object",
  properties: {
    labels: { type: "array", items: { type: "string" } },
    urgent: { type: "boolean" },
  },
  required: ["labels", "urgent"],
  additionalProperties: false,
};

export const plan = (ticketsUrl: string) =>
  firstPlan("Ticket triage", "Each ticket has its labels.", [
    newStep(
      ["classify-the-ticket", "Classify the ticket"],
      "reasoning",
      [],
      { usesRunInput: true, outputSchema: JUDGED },
      { instructions: "Label the ticket billing, technical or other, and say whether it is urgent." },
    ),
    newStep(["label-the-ticket", "Label the ticket"], "tool", ["classify-the-ticket"], {
      usesRunInput: true,
      tool: "http_request",
      input: {
        url: `${ticketsUrl}/tickets/\${input.ticket.id}`,
        method: "PATCH",
        headers: { authorization: "Bearer {{secret.TICKETS_TOKEN}}" },
        body: { labels: "$classify-the-ticket.output.labels" },
      },
    }),
  ]);

export const urgentOnesToTheTeam = addedAtEnd(
  1,
  newStep(["tell-the-team-of-it", "Tell the team of an urgent one"], "tool", ["label-the-ticket"], {
    usesRunInput: true,
    if: "$classify-the-ticket.output.urgent == true",
    tool: "send_webhook",
    input: { url: "{{secret.TEAM_HOOK}}", body: { text: "Urgent: ${input.ticket.subject}" } },
  }),
);

export const toldOfFailures = addedAtEnd(
  2,
  tellTeam({
    "classify-the-ticket": "Classify the ticket",
    "label-the-ticket": "Label the ticket",
    "tell-the-team-of-it": "Tell the team of an urgent one",
  }),
);

export const whenTheDeskCalls = { scheme: "standard", words: "Tickets of the help desk" };
