import { expect, test } from "vitest";
import { makePlan } from "../../make.ts";
import { said, titlesOf } from "./order-book.ts";

const journey = makePlan(
  { book: [], pack: ["book"], lock: ["pack"], drive: ["lock"], call: ["drive"] },
  {
    book: { title: "Book the ferry" },
    pack: { title: "Pack the bags" },
    lock: { title: "Lock the house" },
    drive: { title: "Drive to the port" },
    call: { title: "Call grandma" },
  },
);

test.each([
  "Schritt 5 ist überflüssig",
  "Schritt 5 kann weg, sie weiß es schon",
  "den letzten Schritt brauchen wir nicht mehr",
  "l'étape 5 n'est plus utile",
  "on peut retirer la dernière étape",
  "el paso 5 sobra",
  "ya no hace falta el último paso",
  "ステップ5はもういりません",
  "把第5步去掉吧",
  "第五步不需要了",
])("a step goes in whatever language it is called needless: %s", async (words) => {
  expect(titlesOf((await said(words, journey)).plan)).toEqual(titlesOf(journey).slice(0, 4));
});

test.each([
  "Schritt 4 darf nicht ohne meine Zustimmung laufen",
  "vor Schritt 4 will ich gefragt werden",
  "je veux valider l'étape 4 avant",
  "pas d'étape 4 sans mon accord",
  "antes del paso 4 quiero dar mi visto bueno",
  "第4步开始之前必须经过我同意",
])("an approval: %s", async (words) => {
  expect((await said(words, journey)).plan?.steps[3]?.approval).toEqual({});
});

test.each([
  ["Schritt 5 soll erst beginnen, wenn Schritt 2 fertig ist", ["drive", "pack"]],
  ["l'étape 5 doit attendre la fin de l'étape 2", ["drive", "pack"]],
  ["el paso 5 tiene que esperar a que acabe el paso 2", ["drive", "pack"]],
  ["第5步要等第2步完成", ["drive", "pack"]],
  ["Schritt 5 muss nicht auf Schritt 4 warten", []],
])("what waits for what: %s", async (words, dependsOn) => {
  expect((await said(words, journey)).plan?.steps[4]?.dependsOn).toEqual(dependsOn);
});

test.each([
  ["wenn Schritt 1 scheitert, noch dreimal versuchen", 4],
  ["si l'étape 1 échoue, relance trois fois", 4],
  ["si falla el paso 1, inténtalo tres veces más", 4],
])("retries: %s", async (words, attempts) => {
  expect((await said(words, journey)).plan?.steps[0]?.maxAttempts).toBe(attempts);
});

test.each([
  ["nach Schritt 2 noch einen Schritt einfügen: Wasser abdrehen", "Wasser abdrehen"],
  ["rajoute une étape après la 2 : couper l'eau", "Couper l'eau"],
])("a new step keeps its own language: %s", async (words, title) => {
  expect(titlesOf((await said(words, journey)).plan)[2]).toBe(title);
});

test.each([
  "lösche Schritt 5 nicht",
  "worauf wartet Schritt 4?",
  "l'étape 3 est-elle nécessaire ?",
  "¿puedo quitar el paso 2?",
  "ne supprime pas l'étape 3",
])("what is denied or asked in another language changes nothing: %s", async (words) => {
  expect((await said(words, journey)).changed).toBe(false);
});
