import { expect, test } from "vitest";
import {
  claimsChange,
  claimsSaving,
  claimsStart,
  deniesChange,
  removedNumbers,
} from "#server/agent/claims.ts";

const REVISION = 3;

test.each([
  "I've removed step 4, not step 3.",
  "No problem, step 4 is gone.",
  "Step 4 is gone.",
  "I've taken care of it.",
  "Consider it done!",
  "Sure, done.",
  "All set: the report waits for the check.",
  "Removed step 4 and its dependencies.",
  "Renamed it to “Publish”.",
  "**Done.** Step 2 comes first.",
  "I went ahead and swapped the two steps.",
  "I can confirm that step 4 has been removed.",
  "The email step was taken out.",
  "Step 3 no longer waits for step 2.",
  "The report now comes after the review.",
  "Your plan has now been updated.",
  "Here is the updated plan:\n1. Collect\n2. Send",
  "I got rid of the duplicate and put the check in front.",
  "I made step 3 wait for step 1.",
  "As you asked, both steps have successfully been merged.",
  "You are right. I have just undone that.",
  "Okay! Step 6 runs in parallel now.",
  "That step is out.",
  "Approval added to step 5.",
  "Undone: you are back at the earlier version.",
  "Changes applied.",
  "The dependency between 2 and 3 has been cut.",
  "Step 2 has a new title now.",
  "Step 3 and step 4 have swapped places.",
  "I took the liberty and merged them.",
  "Alles erledigt.",
  "Schritt 5 ist nun der letzte.",
  "Hab ich gemacht.",
  "Ok, ich habe den vierten Schritt rausgenommen.",
  "Erledigt! Schritt 3 läuft zuletzt.",
  "Schritt 4 ist jetzt weg.",
  "Schritt 3 wartet nun auf Schritt 1.",
  "Die beiden Schritte wurden zusammengefasst.",
  "Kein Problem, der Titel wurde geändert.",
  "He añadido un paso al final.",
  "Listo, el paso 4 ya no está.",
  "El paso 3 ahora depende del paso 1.",
  "Se han intercambiado los pasos 2 y 3.",
  "C'est fait : l'étape 3 attend l'étape 1.",
  "L'étape 4 a été retirée du plan.",
  "Nous avons renommé l'étape 2.",
  "Ho rimosso il passo 4.",
  "O passo 4 foi removido.",
  "ステップ4を削除しておきました。",
  "順番を入れ替えました。",
  "第4步已经从计划中删除。",
  "已把第2步改为“发送”。",
  "Step 2 no longer exists.",
  "✅ Sum totals → removed",
  "✅ Removed step 4.",
  "- ✔️ Renamed step 2 to Publish",
  "Step 3 -> moved.",
  "Your change is in place.",
  "The edits are now in effect.",
  "Both updates are through.",
  "Revision 4 is live.",
  "Revision 4 holds the new order.",
  "It is taken care of.",
  "That's all handled.",
  "Everything is settled, and the order is as you want it.",
  "Saved the plan and removed step 4.",
  "I saved the plan and renamed the last step.",
  "Schritt 4 gibt es nicht mehr.",
  "Die Änderung ist jetzt drin.",
  "El paso 4 ya no existe.",
  "L'étape 4 n'existe plus.",
  "La modification est en place.",
])("claims a change: %s", (text) => {
  expect(claimsChange(text, REVISION)).toBe(true);
});

test.each([
  "I changed nothing: step 2 cannot be removed as long as step 3 reads its output.",
  "I have removed no step.",
  "I changed nothing in the plan; which step do you mean?",
  "I have not removed anything.",
  "I haven't changed step 4 yet.",
  "Nothing was removed.",
  "No step has been removed.",
  "Should I have removed step 4 as well?",
  "Is step 4 gone now?",
  "If you say so, step 4 is removed and step 5 waits for step 3.",
  "Once step 2 is done, step 3 starts.",
  "Step 3 waits for step 2 because it uses its figures.",
  "Step 5 would have been removed by that.",
  "I will remove step 4 when you confirm.",
  "I could move it to the end.",
  "Do you want step 4 removed?",
  "Step 4 was removed in revision 2.",
  "The step was renamed earlier in this conversation.",
  'The title of step 2 is "I have removed it".',
  "> I've removed step 4.\nThat is what you wrote.",
  "I made a mistake there: step 4 is the email.",
  "I have read the plan: it has five steps.",
  "Steps 2 and 3 can run in parallel.",
  "Removed steps are kept in the history.",
  "Which of the two do you mean, step 2 or step 4?",
  "You have five steps; the last one sends the report.",
  "Finished with step 3, the run goes on to step 4.",
  "The last step is done by you.",
  "What is now in the plan: collecting and sending.",
  "Done is what step 3 calls it when all figures are in.",
  "Step 2 reads the file that was updated by step 1.",
  "Step 4 sends the report that has been written in step 3.",
  "Put simply, step 4 waits for 3.",
  "L'étape 4 envoie le rapport qui est mis à jour par l'étape 3.",
  "Fertig ist der Lauf nach Schritt 5.",
  "Listo para guardar.",
  "Step 4 can't be removed without step 5.",
  "Yes, that's possible: I'd remove step 4 and step 5 would wait for step 3.",
  "You asked me to remove it; which one?",
  "That is what step 3 does now.",
  "There is no step 9; the plan has 5.",
  "Da habe ich einen Fehler gemacht: Schritt 4 ist die Mail.",
  "Schritt 3 hat zwei Vorgänger.",
  "El paso 2 está después del paso 1.",
  "第三步在第二步之后执行。",
  "Ich habe nichts geändert.",
  "Schritt 3 wurde nicht entfernt.",
  "Soll ich Schritt 3 entfernen?",
  "Wenn Schritt 2 fertig ist, läuft Schritt 3.",
  "No he cambiado nada.",
  "¿Quieres que elimine el paso 3?",
  "Si quieres, elimino el paso 3.",
  "Je n'ai rien supprimé.",
  "Rien n'a été modifié.",
  "L'étape 3 attend l'étape 2.",
  "Non ho rimosso niente.",
  "ステップ3は削除していません。",
  "没有删除任何步骤。",
  "要删除第3步吗？",
  "Revision 3 is live.",
  "There is no revision 4.",
  "Revision 4 is not there yet.",
  "Revision 2 holds five steps.",
  "It is handled by step 3.",
  "That is handled in step 3, at the end.",
  "An approval is in place for step 3.",
  "If your change is in place, save the plan.",
  "Is your change in place?",
  "Collect → Check → Send",
  "Step 2 → step 3: the report waits for the check.",
  "✅ Step 3 waits for step 2.",
  "Step 4 never existed.",
  "The check no longer needed is step 3, isn't it?",
  "Do you want it removed and saved?",
  "Step 2 reads the file and step 3 checked the figures in it.",
])("claims no change: %s", (text) => {
  expect(claimsChange(text, REVISION)).toBe(false);
});

test("what an earlier revision did is no claim, a new one is", () => {
  expect(claimsChange("I removed step 4: that is revision 4.", REVISION)).toBe(true);
  expect(claimsChange("I removed step 4 in r3.", REVISION)).toBe(false);
});

test.each([
  ["I've saved the plan.", true, true],
  ["Saved as version 2.", true, true],
  ["J'ai bien enregistré le plan.", true, true],
  ["Der Plan ist gespeichert.", true, false],
  ["计划已保存。", true, false],
  ["It is not saved yet.", false, false],
  ["Shall I save it?", false, false],
  ["Once it is saved, you can run it.", false, false],
  ["Revision 2 was saved as version 1.", false, false],
  ["Removed step 2 and saved the plan.", true, true],
  ["I have removed step 2, then saved it.", true, true],
  ["Step 2 collects the files and saves them.", false, false],
])("saving: %s of an unsaved plan %s, of a saved one %s", (text, unsaved, saved) => {
  expect(claimsSaving(text, REVISION, false)).toBe(unsaved);
  expect(claimsSaving(text, REVISION, true)).toBe(saved);
});

test.each([
  ["I've started the run.", true, true],
  ["I have scheduled it for Mondays.", true, true],
  ["The run has been started.", true, false],
  ["It is running.", true, false],
  ["Der Lauf wurde gestartet.", true, false],
  ["Nothing has been started.", false, false],
  ["Confirm the card to start the run.", false, false],
  ["It will be started when you confirm.", false, false],
  ["The run has started.", true, false],
  ["Your plan has just begun.", true, false],
  ["Run 4 has started.", false, false],
  ["The run is on its way.", true, false],
  ["✅ Started the run.", true, true],
  ["Scheduled it for Mondays.", true, true],
  ["Saved the plan and scheduled it for Mondays.", true, true],
  ["I saved the plan and started it.", true, true],
  ["Scheduled runs need a saved plan.", false, false],
  ["Started by a webhook, the plan reads its payload.", false, false],
  ["The run has not started.", false, false],
  ["Once the run has started, step 1 reads the file.", false, false],
  ["I saved the plan. Confirm the card and it is scheduled.", false, false],
])("starting: %s without runs %s, with runs %s", (text, without, withRuns) => {
  expect(claimsStart(text, false)).toBe(without);
  expect(claimsStart(text, true)).toBe(withRuns);
});

test.each([
  ["Nothing was changed.", true],
  ["I didn't change anything.", true],
  ["The plan stays as it was.", true],
  ["No changes were made.", true],
  ["Es wurde nichts geändert.", true],
  ["Rien n'a été modifié.", true],
  ["Nothing else was changed.", false],
  ["The rest of the plan stays unchanged.", false],
  ["Otherwise the plan is as it was.", false],
  ["Sonst wurde nichts geändert.", false],
  ["If nothing was changed, say so.", false],
  ["Was nothing changed?", false],
])("denial: %s %s", (text, denies) => {
  expect(deniesChange(text)).toBe(denies);
});

test("a range that no plan has is cut off", () => {
  expect(removedNumbers("Removed steps 1 to 999999999.", REVISION)).toHaveLength(501);
});

test("a text of a million characters is judged at once", () => {
  const begun = process.cpuUsage();
  for (const words of [
    "wurde ",
    "I have ",
    "es ist der ",
    '"',
    "no longer ",
    "I saved it and ",
    "removed steps 1, ",
  ]) {
    claimsChange(words.repeat(1_000_000 / words.length), REVISION);
    claimsStart(words.repeat(1_000_000 / words.length), false);
    removedNumbers(words.repeat(1_000_000 / words.length), REVISION);
  }

  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
});

test.each([
  ["Removed steps 2 and 3.", [2, 3]],
  ["I've removed steps 2, 4 and 6–8 from the plan.", [2, 4, 6, 7, 8]],
  ["Removed step 2. Removed step 3 and renamed step 4.", [2, 3]],
  ["✅ Deleted both steps 2 and 3, as you asked.", [2, 3]],
  ["Steps 2 and 3 have been removed.", [2, 3]],
  ["Steps 2 to 4 are gone.", [2, 3, 4]],
  ["Ich habe die Schritte 2 und 3 entfernt.", [2, 3]],
  ["Removed steps 2 and 3 from the dependencies of step 5.", []],
  ["Removed steps 2 and 3 as dependencies of step 5.", []],
  ["Removed steps 2 and 3 and replaced them with one.", []],
  ["I have not removed steps 2 and 3.", []],
  ["Shall I say that steps 2 and 3 are removed?", []],
  ["If steps 2 and 3 are removed, step 4 waits for step 1.", []],
  ["Steps 2 and 3 were removed in revision 2.", []],
  ["Step 4 no longer waits for steps 2 and 3.", []],
])("steps said to be removed: %s", (text, numbers) => {
  expect(removedNumbers(text, REVISION)).toEqual(numbers);
});
