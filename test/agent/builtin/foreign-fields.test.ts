import { expect, test } from "vitest";
import { makePlan } from "../../make.ts";
import { said, titlesOf } from "./order-book.ts";

const harvest = makePlan(
  { pick: [], wash: ["pick"], press: ["wash"], fill: ["press"], seal: ["fill"], ship: ["seal"] },
  {
    pick: { title: "Pick the apples" },
    wash: { title: "Wash them", maxAttempts: 5 },
    press: { title: "Press the juice", if: "$wash.output.count > 3" },
    fill: { title: "Fill the bottles", approval: {} },
    seal: { title: "Seal the caps", timeoutSeconds: 40 },
    ship: { title: "Ship the boxes", approval: {} },
  },
);
const steps = async (words: string) => (await said(words, harvest)).plan?.steps ?? [];

test.each([
  "Streich bitte die Zustimmung bei Schritt 4",
  "die Genehmigung von Schritt 4 brauchen wir nicht mehr",
  "in Schritt 4 kann die Freigabe weg",
  "enlève l'accord à l'étape 4",
  "l'autorisation de l'étape 4 n'est plus nécessaire",
  "quita la confirmación del paso 4",
  "sin aprobación para el paso 4",
  "ya no hace falta la autorización en el paso 4",
  "取消第4步的确认",
  "ステップ4の承認を外してください",
])("an approval is taken from its step, and the step stays: %s", async (words) => {
  const after = await steps(words);

  expect(after).toHaveLength(6);
  expect(after.map((step) => step.approval !== undefined)).toEqual([false, false, false, false, false, true]);
});

test.each([
  "Entferne die Bedingung bei Schritt 3",
  "Die Einschränkung in Schritt 3 kann weg",
  "supprime la condition de l'étape 3",
  "borra la condición del paso 3",
  "Schritt 3 ohne Bedingung ausführen",
  "pas de condition pour l'étape 3",
  "把第3步的条件删掉",
])("a condition is taken from its step: %s", async (words) => {
  const after = await steps(words);

  expect(after).toHaveLength(6);
  expect(after[2]?.if).toBeUndefined();
});

test.each([
  "Streiche die Wiederholungen von Schritt 2",
  "supprime les nouvelles tentatives de l'étape 2",
  "elimina los reintentos del paso 2",
  "去掉第2步的重试",
])("retries are taken from their step: %s", async (words) => {
  const after = await steps(words);

  expect(after).toHaveLength(6);
  expect(after[1]?.maxAttempts).toBe(1);
});

test.each(["Lösch das Zeitlimit von Schritt 5", "retire le délai de l'étape 5", "quita el plazo del paso 5"])(
  "a time limit is taken from its step: %s",
  async (words) => {
    const after = await steps(words);

    expect(after).toHaveLength(6);
    expect(after[4]?.timeoutSeconds).not.toBe(40);
  },
);

test.each([
  "Entferne die Abhängigkeit zwischen Schritt 4 und Schritt 3",
  "supprime le lien entre l'étape 4 et l'étape 3",
  "quita la dependencia del paso 4",
])("a link is taken from its step: %s", async (words) => {
  const after = await steps(words);

  expect(after).toHaveLength(6);
  expect(after[3]?.dependsOn).toEqual([]);
});

test("two fields of two steps may share a verb", async () => {
  const after = await steps("Entferne die Freigabe von Schritt 4 und die Bedingung von Schritt 3");

  expect(after).toHaveLength(6);
  expect([after[3]?.approval, after[2]?.if]).toEqual([undefined, undefined]);
});

test.each([
  "Entferne die Überschrift aus Schritt 3",
  "lösch die leeren Zeilen in Schritt 2",
  "lass Schritt 4 sonntags weg",
  "Schritt 4 kann weg, aber nur im Winter",
  "supprime les doublons de l'étape 2",
  "enlève les couleurs dans l'étape 3",
  "elimina las filas vacías del paso 2",
  "quita el logo del paso 5",
])("where it is not sure what goes, it is asked: %s", async (words) => {
  const turn = await said(words, harvest);

  expect(turn.changed).toBe(false);
  expect(turn.reply).toMatch(/What should go from step \d/);
});

test.each([
  "Schritt 6 streichen",
  "lösch den sechsten Schritt",
  "borra el paso seis",
  "enlève-moi la sixième étape",
  "Bitte entferne den Schritt 6 aus dem Plan",
  "den letzten Schritt kannst du löschen",
  "supprime l'étape 6 du plan, s'il te plaît",
  "on peut se passer de l'étape 6",
  "quita el paso 6 de la lista",
  "lösch den Schritt mit den Boxes",
])("a whole step still goes: %s", async (words) => {
  expect(titlesOf((await said(words, harvest)).plan)).toEqual(titlesOf(harvest).slice(0, 5));
});

test.each([
  "elimina el paso 6 y pide mi aprobación antes del paso 5",
  "lösche Schritt 6 und frag mich vor Schritt 5",
  "supprime l'étape 6 et demande-moi avant l'étape 5",
])("two orders in one sentence are two: %s", async (words) => {
  const after = await steps(words);

  expect(after.map((step) => step.id)).toEqual(["pick", "wash", "press", "fill", "seal"]);
  expect(after[4]).toMatchObject({ approval: {}, dependsOn: ["fill"] });
});

test.each([
  "lösche Schritt 6, wenn die Summe kleiner als 3 ist",
  "elimina el paso 6 si llueve",
  "supprime l'étape 6 quand il pleut",
])("what goes only under a condition is asked about: %s", async (words) => {
  const turn = await said(words, harvest);

  expect(turn.changed).toBe(false);
  expect(turn.reply).toMatch(/Should step 6 go in any case\?/);
});

test.each([
  "Mach Schritt 5 und 6 gleichzeitig und lösche Schritt 1",
  "verschiebe Schritt 4 ans Ende und lösche Schritt 1",
  "mueve el paso 4 al final y elimina el paso 1",
])("what the other order of a sentence names is not drawn into the first: %s", async (words) => {
  const after = await steps(words);

  expect(after.map((step) => step.id).sort()).toEqual(["fill", "press", "seal", "ship", "wash"]);
  expect(after.find((step) => step.id === "wash")?.dependsOn).toEqual([]);
});

test.each([
  ["no empieces el paso 6 antes de que termine el paso 3", ["seal", "press"]],
  ["Schritt 6 darf nicht beginnen, bevor Schritt 3 fertig ist", ["seal", "press"]],
  ["no hace falta que el paso 6 espere al paso 5", []],
  ["Schritt 6 muss auf Schritt 5 nicht warten", []],
])("a denial says what waits: %s", async (words, dependsOn) => {
  expect((await steps(words))[5]?.dependsOn).toEqual(dependsOn);
});
