import { expect, test } from "vitest";
import { openTriggers } from "./trigger-session.ts";

const SAID: [string, "github" | "standard"][] = [
  ["start it whenever GitHub pushes", "github"],
  ["run it when our shop calls", "standard"],
  ["When our shop calls, run it.", "standard"],
  ["whenever a new order comes in, start the plan", "standard"],
  ["run it each time someone submits the form", "standard"],
  ["let Stripe start it", "standard"],
  ["start it from Zapier", "standard"],
  ["I need a webhook for our shop", "standard"],
  ["set up a GitHub webhook", "github"],
  ["starte es, wenn GitHub pusht", "github"],
  ["ejecútalo cada vez que llegue un pedido", "standard"],
  ["lance-le chaque fois qu'une commande arrive", "standard"],
];

test.each(SAID)("%s", (words, scheme) => {
  const { called, reply } = openTriggers().say(words);

  expect(called.map((call) => [call.name, call.input["scheme"]])).toEqual([["set_webhook", scheme]]);
  expect(reply).toContain("There is a card for the webhook above");
});

const NOT = [
  "run it",
  "run it when step 2 is done",
  "run it again when it fails",
  "start it when the report is ready",
  "run this from scratch",
  "run it with care",
  "start it by hand",
  "run it whenever Read the orders sends something",
];

test.each(NOT)("%s asks for no webhook", (words) => {
  expect(
    openTriggers()
      .say(words)
      .called.map((call) => call.name),
  ).not.toContain("set_webhook");
});
