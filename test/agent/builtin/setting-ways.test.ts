import { expect, test } from "vitest";
import { mendSpelling } from "#server/agent/builtin/spelling.ts";
import { makePlan } from "../../make.ts";
import { said, titlesOf } from "./order-book.ts";

const studio = makePlan(
  { record: [], mix: ["record"], master: ["mix"], upload: ["master"], announce: ["upload"] },
  {
    record: { title: "Record the songs" },
    mix: { title: "Mix the songs" },
    master: { title: "Master the album" },
    upload: { title: "Upload the album" },
    announce: { title: "Announce the album" },
  },
);

async function stepAfter(words: string, place: number) {
  return (await said(words, studio)).plan?.steps[place - 1];
}

test.each([
  'step 3 should read "Polish the album"',
  "title of step 3: Polish the album",
  '"Master the album" sounds clumsy, better: "Polish the album"',
  'instead of "Master the album" put "Polish the album"',
  "the mastering step needs a nicer name: Polish the album",
  "use the name Polish the album for step 3",
  "give 3 another title: Polish the album",
  "let the title of step 3 be Polish the album",
])("a new title may be given in any words that hold one step and the title: %s", async (words) => {
  expect(titlesOf((await said(words, studio)).plan)[2]).toBe("Polish the album");
});

test("a quote inside of a title that is dictated is no title of its own", async () => {
  const { plan } = await said('rename step 3 to Polish "the" album', studio);

  expect(titlesOf(plan)[2]).toBe('Polish "the" album');
});

test.each([
  ["give the upload three more goes when it breaks", 4],
  ["the upload may be tried again up to three times", 4],
  ["make it 3 retries on step 4", 4],
  ["retry the upload 3x", 4],
  ["upload should be attempted three times in total", 3],
  ["if uploading does not work, try once more", 2],
  ["step 4 shouldn't be retried", 1],
])("retries and attempts are counted as they are said: %s", async (words, attempts) => {
  expect((await stepAfter(words, 4))?.maxAttempts).toBe(attempts);
});

test.each([
  ["it doesn't matter if the announcement fails", "continue"],
  ["a failed announcement must not hold anything up", "continue"],
  ["should announcing go wrong, so be it", "continue"],
  ["step 5 failing is no showstopper", "continue"],
  ["the announcement is just a bonus, ignore errors there", "continue"],
  ["when step 5 breaks down everything has to stop", "stop"],
  ["step 5 is crucial, if it fails halt", "stop"],
])("what a failure does to the rest: %s", async (words, onError) => {
  const { plan } = await said(words, studio);

  expect(plan?.steps[4]?.onError).toBe(onError);
  expect(plan?.steps).toHaveLength(5);
});

test.each([
  ["cut off step 4 after 90 seconds", 90],
  ["timeout for the upload: 2 minutes", 120],
  ["wait no longer than an hour for the upload", 3_600],
  ["if the upload takes longer than 5 minutes, give up", 300],
])("a time limit: %s", async (words, seconds) => {
  expect((await stepAfter(words, 4))?.timeoutSeconds).toBe(seconds);
});

test.each([
  ["only master the album if the mix is loud enough", "true"],
  ["don't master the album unless the mix is loud enough", "true"],
  ["if the mix is loud enough, skip step 3", "false"],
  ["don't master the album if the mix is loud enough", "false"],
  ["leave step 3 out when the mix is loud enough", "false"],
  ["unless the mix is loud enough, skip step 3", "true"],
])("a condition is so or not so as the sentence has it: %s", async (words, value) => {
  expect((await stepAfter(words, 3))?.if).toBe(`$mix.output.mixLoudEnough == ${value}`);
});

test("what waits until another step's work is done waits for that step, without a condition", async () => {
  const { reply, changed } = await said("mixing may only start when the album is announced", studio);

  expect(changed).toBe(false);
  expect(reply).toMatch(/step 2 .* cannot wait for step 5/i);
});

test.each([
  ["sep 3 neds my aproval", (plan: typeof studio) => plan.steps[2]?.approval !== undefined],
  ["retyr teh uplaod twcie", (plan: typeof studio) => plan.steps[3]?.maxAttempts === 3],
  ["ask em befor annoucing the albm", (plan: typeof studio) => plan.steps[4]?.approval !== undefined],
  ["remvoe teh last stpe", (plan: typeof studio) => plan.steps.length === 4],
])("slips of the fingers do not hide an order: %s", async (words, isDone) => {
  expect(isDone((await said(words, studio)).plan as typeof studio)).toBe(true);
});

test("a right word that resembles a word of orders or of a title stays as it is", () => {
  const words = "all five whole sales were most right, fine and removed by the transcript";

  expect(mendSpelling(words, ["transcribe", "mail"])).toBe(words);
});

test.each([
  ["change the order of the steps", "Which step should come before which?"],
  ["step 4 has to wait", 'What should step 4 "Upload the album" wait for?'],
  ["do it in another way", "Which step should change, and how?"],
])("an order that lacks what matters most is asked about: %s", async (words, question) => {
  const { reply, changed } = await said(words, studio);

  expect(changed).toBe(false);
  expect(reply).toContain(question);
});

test.each(["great job!", "got it, all good", "brilliant, thanks"])(
  "praise changes nothing and is taken as such: %s",
  async (words) => {
    expect((await said(words, studio)).reply).toMatch(/^Good\./);
  },
);

test("where the person is asked is told, whoever says me", async () => {
  const asking = await said("step 4 needs my ok", studio);

  expect((await said("is there any point at which I get asked?", asking.plan)).reply).toContain("step 4");
});
