import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Step } from "#server/core/plan.ts";
import { openSession } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";

async function stepsOf(brief: string): Promise<Step[]> {
  const session = openSession(createBuiltinPlanner(), null, workspaceTools);
  await session.say(brief);
  return session.plan()?.steps ?? [];
}

/** Each step as "title <places of what it waits for", with "!" when it asks first. */
async function graphOf(brief: string): Promise<string[]> {
  const steps = await stepsOf(brief);
  return steps.map(({ title, approval, dependsOn }) => {
    const places = dependsOn.map((id) => steps.findIndex((step) => step.id === id) + 1);
    return `${title}${approval ? "!" : ""} <${places.join(",")}`;
  });
}

test.each([
  [
    "First heat the oven, then mix the dough, after that roll it out, and finally bake the bread.",
    ["Heat the oven <", "Mix the dough <1", "Roll it out <2", "Bake the bread <3"],
  ],
  [
    "After that count the votes, and lastly announce the winner.",
    ["Count the votes <", "Announce the winner <1"],
  ],
  [
    "Every Monday at 8:00 read the meter and send it to the landlord.",
    ["Read the meter <", "Send it to the landlord <1"],
  ],
  ["Daily at 6:30 collect the quotes and send them to me.", ["Collect the quotes <", "Send them to me <1"]],
  ["Then sort the photos and, in the end, print the album.", ["Sort the photos <", "Print the album <1"]],
])("every task of a row is a step, behind a lead or a schedule too: %s", async (brief, graph) => {
  expect(await graphOf(brief)).toEqual(graph);
});

test.each([
  [
    "Draft the invitation, have it proofread, print it.",
    ["Draft the invitation <", "Have it proofread <1", "Print it <2"],
  ],
  [
    "Write the contract, have it checked by the lawyer and sign it.",
    ["Write the contract <", "Have it checked by the lawyer <1", "Sign it <2"],
  ],
  ["Paint the doors and have them dried overnight.", ["Paint the doors <", "Have them dried overnight <1"]],
  [
    "Have my brother read the speech, then shorten it.",
    ["Have my brother read the speech <", "Shorten it <1"],
  ],
  ["Build the shed, have everything inspected.", ["Build the shed <", "Have everything inspected <1"]],
])("work that somebody else does is a step of its own: %s", async (brief, graph) => {
  expect(await graphOf(brief)).toEqual(graph);
});

test.each([
  [
    "Write a newsletter about the fair and ask me before you send it.",
    ["Write a newsletter about the fair <", "Send it! <1"],
  ],
  [
    "Collect the prices, fill in the order form and check with me before you submit it.",
    ["Collect the prices <", "Fill in the order form <1", "Submit it! <2"],
  ],
  ["Draft the menu. Ask me before printing it.", ["Draft the menu <", "Print it! <1"]],
  [
    "Draft a post, publish it on the blog, and ask me before you publish it.",
    ["Draft a post <", "Publish it on the blog! <1"],
  ],
  [
    "Write the minutes and mail them to Kim. Ask me before you send them.",
    ["Write the minutes <", "Mail them to Kim! <1"],
  ],
])("what the person wants to be asked about is a step, once: %s", async (brief, graph) => {
  expect(await graphOf(brief)).toEqual(graph);
});

test.each([
  [
    "Call the tax office. If the call fails, write a letter. Otherwise file the notes.",
    ["Call the tax office <", "Write a letter <1", "File the notes <1"],
  ],
  [
    "Upload the film; should the upload fail, phone the studio. Otherwise send the link.",
    ["Upload the film <", "Phone the studio <1", "Send the link <1"],
  ],
  [
    "Check the boiler. If it is below 2 bar, call the plumber; either way, log the pressure.",
    ["Check the boiler <", "Call the plumber <1", "Log the pressure <2"],
  ],
  [
    "Test the pump. In case it is louder than 80 dB, order a bearing; in any case, note the value.",
    ["Test the pump <", "Order a bearing <1", "Note the value <2"],
  ],
  [
    "Weigh the parcel. When it is over 5 kg, book a courier, no matter what, print the label.",
    ["Weigh the parcel <", "Book a courier <1", "Print the label <2"],
  ],
])("what follows otherwise, or in any case, is a step: %s", async (brief, graph) => {
  expect(await graphOf(brief)).toEqual(graph);
});

test.each([
  [
    "Start by draining the pool. Scrubbing it comes next. Fill it last.",
    ["Drain the pool <", "Scrub it <1", "Fill it last <2"],
  ],
  ["Begin by reading the brief, then sketch a logo.", ["Read the brief <", "Sketch a logo <1"]],
  ["Rent a van. Finish by returning the keys.", ["Rent a van <", "Return the keys <1"]],
  ["Pick the apples. Washing them is next.", ["Pick the apples <", "Wash them <1"]],
  ["Start off with sorting the mail, then answer it.", ["Sort the mail <", "Answer it <1"]],
])("a deed in the form of a noun is an order: %s", async (brief, graph) => {
  expect(await graphOf(brief)).toEqual(graph);
});

test.each([
  "- get the offers\n- make a ranking\n- wait until I sign the ranking off\n- order from the best",
  "- get the offers\n- make a ranking\n- hold on until I've approved it\n- order from the best",
  "- get the offers\n- make a ranking\n- pause until we agree on it\n- order from the best",
  "- get the offers\n- make a ranking\n- wait till I say yes\n- order from the best",
  "- get the offers\n- make a ranking\n- stop here until I have checked the ranking\n- order from the best",
])("an item that waits for the person is an approval of the next: %s", async (brief) => {
  expect(await graphOf(brief)).toEqual(["Get the offers <", "Make a ranking <1", "Order from the best! <2"]);
});

test.each([
  [
    "Jeden Tag um 7 Uhr die Preise abrufen und die Liste an den Chef schicken. Vor dem Verschicken möchte ich sie sehen.",
    "Die Liste an den Chef schicken! <1",
  ],
  ["Lee los pedidos y envía el resumen. Antes del envío quiero revisarlo.", "Envía el resumen! <1"],
  ["Lis les commandes, puis envoie le résumé. Avant l'envoi, je veux le relire.", "Envoie le résumé! <1"],
  [
    "Die Fotos sortieren und das Album drucken. Vor dem Druck muss ich es freigeben.",
    "Das Album drucken! <1",
  ],
  ["Prepara el informe y publica el informe. Antes de publicar, pídeme permiso.", "Publica el informe! <1"],
])("the wish to see it first may stand behind, in other languages too: %s", async (brief, last) => {
  const graph = await graphOf(brief);
  expect(graph).toHaveLength(2);
  expect(graph.at(-1)).toBe(last);
});

test("clauses of time in other languages are no work", async () => {
  expect(
    await graphOf("Mide el agua y pesa la harina a la vez; cuando tengas las dos cosas, amasa el pan."),
  ).toEqual(["Mide el agua <", "Pesa la harina <", "Amasa el pan <1,2"]);
});

test("tasks that are led by then and in parallel wait for what came before, not for one another", async () => {
  expect(
    await graphOf("Merge the lists. After that, in parallel, print the labels and write the invoices."),
  ).toEqual(["Merge the lists <", "Print the labels <1", "Write the invoices <1"]);
});

test("items that another one uses together do not wait for one another", async () => {
  expect(
    await graphOf("- A: weigh the flour\n- B: warm the milk\n- C: mix the dough (uses A and B)"),
  ).toEqual(["Weigh the flour <", "Warm the milk <", "Mix the dough <1,2"]);
});

test("what is wished for as things comes first, the orders behind it follow", async () => {
  expect(
    await graphOf(
      "For the audit please get the bank statements and the receipts (they don't depend on each other), compare both and mail the list to Ana.",
    ),
  ).toEqual(["The bank statements <", "The receipts <", "Compare both <1,2", "Mail the list to Ana <3"]);
});

test.each([
  "Ask Ann, ask Bob and ask Cy side by side. If one of them stays silent, just go on without it. Write the summary.",
  "Ask Ann, ask Bob and ask Cy side by side. If any of them does not reply, carry on without them. Write the summary.",
  "Ask Ann, ask Bob and ask Cy side by side. Should one of them not be reachable, simply go on. Write the summary.",
])("going on without one of several is a setting of each: %s", async (brief) => {
  const steps = await stepsOf(brief);
  expect(steps.map((step) => step.onError)).toEqual(["continue", "continue", "continue", undefined]);
});

test.each([
  "sort it out for me",
  "fix everything please",
  "make this work for us",
  "handle it",
  "clear that up for me",
])("words that name nothing are asked about: %s", async (brief) => {
  expect(await stepsOf(brief)).toEqual([]);
});
