import { expect, test } from "vitest";
import { claimsChange } from "#server/agent/claims.ts";

const REVISION = 3;

test.each([
  "Sure — consider it gone.",
  "Consider step 3 removed.",
  "All set ✅",
  "Done ✅ Beta is out.",
  "Beta's gone.",
  "Poof, step 2 is history.",
  "Beta won't run any more.",
  "Step 3 does not wait for step 2 anymore.",
  "You won't be asked before the mail any longer.",
  "You're now down to two steps.",
  "The plan is down to 4 steps.",
  "That leaves you with three steps.",
  "There are now only two steps.",
  "Step 2 removed ✅",
  "Step 3 is removed from the plan.",
  "A step is added after step 3.",
  "That is done.",
  "好了，已经处理。",
  "搞定！",
  "第2步已替换。",
  "Здесь шаг 2 удалён。",
  "Готово! Шаг 3 перемещён в конец.",
  "Я убрала второй шаг.",
  "Шаг 3 больше не ждёт шага 2.",
  "Stap 3 is verwijderd.",
  "Ik heb de laatste stap hernoemd.",
  "Krok 3 został usunięty.",
  "Gotowe, zmieniłem kolejność.",
  "3단계를 삭제했습니다.",
])("claims a change without a plain verb of one, or in another language: %s", (text) => {
  expect(claimsChange(text, REVISION)).toBe(true);
});

test.each([
  "Step 1 is done first.",
  "Steps 2 and 3 are done in parallel.",
  "The mail is done last, right after the check.",
  "The summary is made by step 3.",
  "The chart is made from the totals of step 2.",
  "Step 2 starts as soon as step 1 is done.",
  "Step 2 runs after step 1 is done.",
  "The sheet is updated every Monday.",
  "Old rows are removed in step 3.",
  "The totals are added up in step 2.",
  "Rows are deleted once they are a year old.",
  "Duplicates are merged before the summary.",
  'The plan has changed since you wrote this: step 3 was "Mail" then, and it is gone now. Which step do you mean?',
  'The plan has changed since you wrote this: step 3 was "Mail" then, and it is step 2 "Mail" now. Which step do you mean?',
  "Beta won't run any more if you remove Alpha.",
  "I don't know that any more.",
  "Are there now only two steps?",
  "好了吗？",
  "已删除的步骤不能恢复。",
  "已删除的步骤可以恢复。",
  "Which step is it that is removed?",
  "Шаг 3 не удалён.",
  "Если шаг 2 удалён, шаг 3 ждёт шага 1.",
  "Файл, удалённый на шаге 2, не нужен.",
  "Stap 3 is niet verwijderd.",
  "Nie usunąłem niczego.",
  "⚠️ Step 3 waits for step 2.",
])("tells what a step does, what would be, or what was before: %s", (text) => {
  expect(claimsChange(text, REVISION)).toBe(false);
});
