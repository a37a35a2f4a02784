import { expect, test } from "vitest";
import { makePlan } from "../../make.ts";
import { said, titlesOf } from "./order-book.ts";

const trip = makePlan(
  { book: [], pack: ["book"], drive: ["pack"], call: ["drive"] },
  {
    book: { title: "Book the ferry" },
    pack: { title: "Pack the bags" },
    drive: { title: "Drive to the port" },
    call: { title: "Call grandma" },
  },
);

test.each([
  ["Benenne Schritt 2 um in Die Daten und den Bericht prüfen", "Die Daten und den Bericht prüfen"],
  ["Schritt 2 soll künftig Wetter und Nachrichten heißen", "Wetter und Nachrichten"],
  ["nenne Schritt 2 Rechnung schreiben", "Rechnung schreiben"],
  ["Ändere den Titel von Schritt 2 in Der letzte Schritt", "Der letzte Schritt"],
  ["Schritt 2 heißt jetzt Kunden anrufen", "Kunden anrufen"],
  ["renomme l'étape 2 en Relire la liste des clients", "Relire la liste des clients"],
  ["appelle l'étape 2 Le résumé du rapport", "Le résumé du rapport"],
  ["l'étape 2 doit s'appeler Préparer les données", "Préparer les données"],
  ["change le titre de l'étape 2 en L'envoi du courriel", "L'envoi du courriel"],
  ["renombra el paso 2 como Enviar la factura al cliente", "Enviar la factura al cliente"],
  ["renombra el segundo paso a La carta del banco, por favor", "La carta del banco"],
  ["el paso 2 debe llamarse Revisar los datos", "Revisar los datos"],
  ["cambia el título del paso 2 a La lista de precios", "La lista de precios"],
  ["llama al paso 2 El último borrador", "El último borrador"],
  ["把第2步改名为请客户确认", "请客户确认"],
  ["ステップ2を在庫を確認に変更してください", "在庫を確認"],
])("a new title keeps its words: %s", async (words, title) => {
  expect(titlesOf((await said(words, trip)).plan)).toEqual([
    "Book the ferry",
    title,
    "Drive to the port",
    "Call grandma",
  ]);
});

test.each([
  [
    "nach Schritt 2 kommt der Schritt Die Preise vergleichen und streichen",
    "Die Preise vergleichen und streichen",
  ],
  ["füge nach Schritt 2 einen Schritt Daten sichern hinzu", "Daten sichern"],
  ["füge einen neuen Schritt Bericht prüfen nach Schritt 2 ein", "Bericht prüfen"],
  ["ajoute une étape Vérifier le rapport après l'étape 2", "Vérifier le rapport"],
  ["après l'étape 2 vient l'étape Effacer les données", "Effacer les données"],
  ["ajoute une étape après la 2 pour traduire la note", "Traduire la note"],
  ["añade un paso Revisar la factura después del paso 2", "Revisar la factura"],
  ["después del paso 2 viene un paso Borrar las copias", "Borrar las copias"],
])("a new step keeps its words, whatever they say: %s", async (words, title) => {
  expect(titlesOf((await said(words, trip)).plan)).toEqual([
    "Book the ferry",
    "Pack the bags",
    title,
    "Drive to the port",
    "Call grandma",
  ]);
});

test.each([
  ["füge am Ende einen Schritt Das Wetter prüfen hinzu", "Das Wetter prüfen"],
  ["ajoute à la fin une étape Écrire le rapport", "Écrire le rapport"],
  ["añade al final un paso para enviar el correo", "Enviar el correo"],
])("a new last step: %s", async (words, title) => {
  expect(titlesOf((await said(words, trip)).plan).at(-1)).toBe(title);
});

test.each([
  [
    "Benenne Schritt 2 um in Das Wetter prüfen und lösche Schritt 4",
    ["Book the ferry", "Das Wetter prüfen", "Drive to the port"],
  ],
  [
    "lösche Schritt 4 und benenne Schritt 2 um in Das Wetter prüfen",
    ["Book the ferry", "Das Wetter prüfen", "Drive to the port"],
  ],
  [
    "benenne Schritt 1 in Hafen und Schritt 2 in Koffer um",
    ["Hafen", "Koffer", "Drive to the port", "Call grandma"],
  ],
  [
    "renomme l'étape 2 en Le rapport, puis supprime l'étape 4",
    ["Book the ferry", "Le rapport", "Drive to the port"],
  ],
])("a title ends where the next order begins: %s", async (words, titles) => {
  expect(titlesOf((await said(words, trip)).plan)).toEqual(titles);
});

test.each(["nenne Schritt 2 nicht um", "renombra el paso 2", "renomme l'étape 2", "wie heißt Schritt 2?"])(
  "where no title is said, none is made up: %s",
  async (words) => {
    expect((await said(words, trip)).changed).toBe(false);
  },
);

test("moving a step is no new step of that number", async () => {
  const { plan } = await said("mets l'étape 4 après l'étape 2", trip);

  expect(titlesOf(plan)).toEqual(["Book the ferry", "Pack the bags", "Call grandma", "Drive to the port"]);
});
