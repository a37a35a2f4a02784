import { expect, test } from "vitest";
import { said } from "./order-book.ts";

async function asking(brief: string): Promise<[string, boolean][]> {
  const { plan } = await said(brief, null);
  return (plan?.steps ?? []).map((step) => [step.title, step.approval !== undefined]);
}

test.each([
  ["Draw the poster, then publish the poster. Ask me before the poster goes out.", "Publish the poster"],
  [
    "Write the offer and send the offer to Bob. Check with me before anything goes out.",
    "Send the offer to Bob",
  ],
  ["Build the shop and deploy it. Nothing goes live until I say so.", "Deploy it"],
  ["Collect the bills and pay the bills. I'd like to approve before any payment is made.", "Pay the bills"],
  [
    "Fetch the stock, sort it, update the web page. Ask me before anything is changed.",
    "Update the web page",
  ],
  [
    "Find old files, then delete the old files. Nothing gets deleted without my approval.",
    "Delete the old files",
  ],
  ["Write the post, then publish it, but let me look first", "Publish it"],
  ["1. Write the letter\n2. Print it\n3. Mail the letter [needs approval]", "Mail the letter"],
  ["Plan the trip and book the trip. No trip is booked without my ok.", "Book the trip"],
  ["Prepare the order and place the order. No order is placed before I agree.", "Place the order"],
  ["Draft the note, then send it [ask me]", "Send it"],
  ["Hole die Zahlen. Schreibe den Brief. Sende den Brief. Nichts geht raus ohne mein OK.", "Sende den Brief"],
  ["Lee los datos, escribe la carta y envía la carta, pero pregúntame antes.", "Envía la carta"],
  ["1. Write the letter\n2. Mail the letter (ask first)", "Mail the letter"],
  ["1. Brief schreiben\n2. Brief abschicken (erst nachfragen)", "Brief abschicken"],
  ["1. Brief schreiben\n2. Brief abschicken, vorher mich fragen", "Brief abschicken"],
  ["1. Escribir la carta\n2. Enviar la carta (preguntar antes)", "Enviar la carta"],
  ["1. Écrire la lettre\n2. Envoyer la lettre (à valider)", "Envoyer la lettre"],
  ["1. 写信\n2. 打印\n3. 寄出前先问我", "寄出"],
  ["写报告，检查报告，然后发布到网站。发布前请我确认。", "发布到网站"],
])("the step that the person wants to be asked about asks, and no other: %s", async (brief, title) => {
  const steps = await asking(brief);

  expect(steps.filter(([, asks]) => asks)).toEqual([[title, true]]);
  expect(steps.at(-1)?.[0]).toBe(title);
});

test.each([
  "Read the log [part 2], then sum it up",
  "Confirm the booking, then print the ticket",
  "Nothing is in the box. Fill the box and close the box.",
  "1. Fetch the list\n2. Sort the list (by name)",
  "Write the email and check the email before noon",
])("words like these ask for no approval: %s", async (brief) => {
  expect((await asking(brief)).some(([, asks]) => asks)).toBe(false);
});
