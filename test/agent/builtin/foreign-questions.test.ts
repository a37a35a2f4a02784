import { expect, test } from "vitest";
import { orders, said } from "./order-book.ts";

test.each([
  ["Combien d'étapes y a-t-il dans ce plan ?", /The plan has 6 steps/],
  ["wie viele Schritte hat der Plan?", /The plan has 6 steps/],
  ["¿cuántos pasos tiene el plan?", /The plan has 6 steps/],
  ["这个计划一共有几个步骤？", /The plan has 6 steps/],
  ["手順は全部でいくつですか？", /The plan has 6 steps/],
  ["bei welchen Schritten werde ich gefragt?", /approval: step 4/],
  ["¿qué pasos necesitan mi aprobación?", /approval: step 4/],
  ["quelles étapes demandent mon accord ?", /approval: step 4/],
  ["哪些步骤需要我同意？", /approval: step 4/],
  ["wovon hängt Schritt 3 ab?", /Step 3 .* waits for step 2/],
  ["¿de qué depende el paso 3?", /Step 3 .* waits for step 2/],
  ["de quoi dépend l'étape 3 ?", /Step 3 .* waits for step 2/],
  ["第三步依赖什么？", /Step 3 .* waits for step 2/],
  ["was passiert, wenn Schritt 5 scheitert?", /Step 5 .* attempts/],
  ["¿qué pasa si falla el paso 5?", /Step 5 .* attempts/],
  ["que se passe-t-il si l'étape 5 échoue ?", /Step 5 .* attempts/],
  ["如果第5步失败了会怎么样？", /Step 5 .* attempts/],
  ["was macht Schritt 2?", /Step 2 "Parse the rows"/],
  ["que fait l'étape 2 ?", /Step 2 "Parse the rows"/],
  ["¿para qué sirve el paso 2?", /Step 2 "Parse the rows"/],
  ["womit fängt der Plan an?", /Step 1 .* first/],
  ["warum wartet Schritt 4 auf Schritt 3?", /Step 4 .* waits for step 3/],
  ["zeig mir bitte alle Schritte", /6 of the 6 steps/],
])("a question in another language is answered from the plan: %s", async (words, reply) => {
  const turn = await said(words);

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(reply);
});

test.each(["help", "Help me, please!", "?", "what can I say here?", "hilfe", "ayuda", "aide-moi", "ヘルプ"])(
  "who asks for help gets examples from the plan: %s",
  async (words) => {
    const turn = await said(words);

    expect(turn.called).toEqual([]);
    expect(turn.reply).toMatch(/"make step 6 wait for step 1"[\s\S]*"undo"/);
  },
);

test.each([
  "thanks, looks great!",
  "Looks good to me 👍",
  "that's exactly what I wanted, thank you so much!",
  "wow, I really love it",
  "👍🎉",
  "vielen Dank, das sieht super aus",
  "muchas gracias, está muy bien",
  "merci beaucoup, c'est parfait !",
  "谢谢你，太好了！",
  "ありがとうございます。完璧です",
])("praise changes nothing and is not called unclear: %s", async (words) => {
  const turn = await said(words);

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(/^Good\./);
});

test.each(["great, now remove step 6", "thanks! step 6 can go", "danke, lösch noch Schritt 6"])(
  "an order behind thanks is still an order: %s",
  async (words) => {
    expect((await said(words)).plan?.steps.map((step) => step.id)).toEqual(
      orders.steps.slice(0, 5).map((step) => step.id),
    );
  },
);

test("a long row of thanks that ends in something else is read in no time", async () => {
  const turn = await said(`${"very much thank you ".repeat(60)}zxq`);

  expect(turn.called).toEqual([]);
});
