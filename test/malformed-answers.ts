import fc from "fast-check";
import { type MalformedCall, changedAt, editArguments, edits, removal } from "./malformed-calls.ts";
import type { Answer, AnswerPart } from "./openai-answer.ts";
import { answer, garbled, raw, refusal, type SimulatedReply, text } from "./openai-simulator.ts";

/** What a model answers wrongly, and the calls in it as a reader of JSON could take them. */
export type Malformed = { kind: string; reply: SimulatedReply; calls: MalformedCall[] };

type Kinds = Record<string, fc.Arbitrary<Omit<Malformed, "kind">>>;

const EVENTS = { headers: { "content-type": "text/event-stream" } };

const calling = (...calls: MalformedCall[]) => ({ calls, reply: answerOf(partsOf(calls)) });
const editing = (args: fc.Arbitrary<string>) =>
  args.map((text) => calling({ name: "edit_plan", args: text }));
const written = (value: unknown) => JSON.stringify(value);
const anyEdit = editArguments.map(written);
const validCall = anyEdit.map((args): MalformedCall => ({ name: "edit_plan", args }));

/** Wrong calls of the tool that changes the plan. */
const WRONG_CALLS: Kinds = {
  "arguments cut anywhere": editing(
    fc.tuple(anyEdit, fc.nat()).map(([args, at]) => args.slice(0, at % args.length)),
  ),
  "one character wrong": editing(
    fc
      .tuple(anyEdit, fc.nat(), fc.string({ minLength: 1, maxLength: 1, unit: "binary" }))
      .map(([args, at, sign]) => args.slice(0, at % args.length) + sign + args.slice((at % args.length) + 1)),
  ),
  "a value of the wrong type": editing(changedAt(editArguments, fc.jsonValue(), "replace").map(written)),
  "a property missing": editing(changedAt(editArguments, fc.constant(null), "remove").map(written)),
  "a property too many": editing(changedAt(editArguments, fc.jsonValue(), "add").map(written)),
  "null in the place of a value": editing(
    changedAt(editArguments, fc.constant(null), "replace").map(written),
  ),
  "an operation that does not exist": editing(
    fc
      .tuple(editArguments, fc.constantFrom("delete_step", "", "ADD_STEP", "add step", "constructor"))
      .map(([args, op]) => written({ ...args, edits: args.edits.map((edit) => ({ ...edit, op })) })),
  ),
  "a step that does not exist": editing(
    fc
      .constantFrom<string | number>(
        0,
        -1,
        99,
        1e308,
        1.5,
        2 ** 53,
        "nobody",
        "",
        "__proto__",
        "toString",
        " ",
      )
      .map((step) => written(edits(removal(step)))),
  ),
  "another revision": editing(
    fc
      .constantFrom<unknown>(0, 2, -1, 1e9, 2 ** 31, 1.5, "1", null, [1])
      .map((baseRevision) => written({ ...edits(removal("send")), baseRevision })),
  ),
  "no object": editing(
    fc.constantFrom("", " ", "{}", "[]", "null", "1", '"edit"', "true", "[{}]", "{}{}", "undefined", "NaN"),
  ),
  "JSON inside a text": editing(anyEdit.map(written)),
  "names that reach into every object": editing(
    fc
      .tuple(
        anyEdit,
        fc.constantFrom("__proto__", "constructor", "prototype", "\\u005f_proto__"),
        fc.boolean(),
      )
      .map(([args, name, isDeep]) =>
        isDeep
          ? args.replace('"edits":[{', `"edits":[{"${name}":{"prototype":{"op":"remove_step"}},`)
          : args.replace("{", `{"${name}":{"prototype":{"baseRevision":1}},`),
      ),
  ),
  "characters that no database keeps": editing(
    fc
      .constantFrom("\u0000", "\ud800", "a\udfffb", "\u0000\u0000 x", "\ufffe", "\u202e back")
      .map((title) => written(edits(renamed(title)))),
  ),
  "nested very deep": editing(
    fc
      .tuple(
        fc.integer({ min: 200, max: 20_000 }),
        fc.constantFrom<[string, string]>(["[", "]"], ['{"a":', "}"]),
      )
      .map(([depth, [open, close]]) => {
        const deep = `${open.repeat(depth)}1${close.repeat(depth)}`;
        return `{"baseRevision":1,"edits":${deep},"changeDescription":"Deep"}`;
      }),
  ),
  "thousands of edits": editing(
    fc
      .integer({ min: 1_000, max: 5_000 })
      .map((count) =>
        written(edits(...Array.from({ length: count }, (_, index) => renamed(`Title ${index}`)))),
      ),
  ),
};

/** Calls that are wrong together, or of tools that are not there. */
const WRONG_TOGETHER: Kinds = {
  "a tool that does not exist": fc
    .tuple(
      fc.oneof(
        fc.constantFrom("delete_plan", "edit", "functions.edit_plan", "toString", "constructor"),
        fc.string(),
      ),
      anyEdit,
    )
    .map(([name, args]) => calling({ name: `${name}!`.slice(0, name.length || 1), args })),
  "two changes at once": fc.tuple(validCall, validCall).map((calls) => calling(...calls)),
  "three changes at once": fc.tuple(validCall, validCall, validCall).map((calls) => calling(...calls)),
  "a change and going back": validCall.map((call) =>
    calling(call, { name: "restore_revision", args: written({ revision: 1, changeDescription: "Back" }) }),
  ),
  "a whole change beside a cut one": fc.tuple(validCall, fc.boolean()).map(([call, isFirst]) => {
    const cut = { ...call, args: call.args.slice(0, -3) };
    return isFirst ? calling(call, cut) : calling(cut, call);
  }),
  "a second plan": fc
    .constantFrom(true, false)
    .map((startOver) =>
      calling({ name: "propose_plan", args: written({ title: "New", steps: [], startOver }) }),
    ),
  "saving what was refused": validCall.map((call) =>
    calling(
      { ...call, args: call.args.replace('"baseRevision":1', '"baseRevision":7') },
      { name: "save_plan", args: '{"revision":1}' },
    ),
  ),
  "one id for two calls": validCall.map((call) => {
    const calls = [call, { name: "find_tools", args: '{"query":"file"}' }];
    return { calls, reply: answerOf(partsOf(calls, () => "call_1")) };
  }),
  "looking things up without end": fc.constant(calling({ name: "find_tools", args: '{"query":"file"}' })),
};

/** Answers that no call is made in, or that are no sound stream. */
const WRONG_STREAMS: Kinds = {
  "a call written as text": anyEdit.map((args) => ({
    calls: [],
    reply: text(`\`\`\`json\n{"name":"edit_plan","arguments":${args}}\n\`\`\``),
  })),
  "a very long text": fc
    .oneof(
      fc.tuple(
        fc.constantFrom("la ", "I have removed step ", "wurde ", "\n- x"),
        fc.double({ min: 4, max: 5, noNaN: true }),
      ),
      fc.tuple(fc.constant(`${"lorem".repeat(20)} `), fc.double({ min: 5, max: 6, noNaN: true })),
    )
    .map(([word, digits]) => ({ calls: [], reply: text(word.repeat(10 ** digits / word.length)) })),
  "an empty answer": fc.constantFrom("", " ", "\n\n").map((words) => ({
    calls: [],
    reply: words === "" ? answerOf([]) : text(words),
  })),
  "a refusal": fc
    .constantFrom("I cannot help with that.", "")
    .map((words) => ({ calls: [], reply: refusal(words) })),
  "lines that are no events": fc
    .tuple(validCall, fc.nat(), fc.constantFrom("{", "data:", "<html>", "null", "[]", '{"a":1}'))
    .map(([call, at, line]) => ({
      calls: [call],
      reply: garbled(partsOf([call]), (events) =>
        events.toSpliced(at % events.length, 0, `data: ${line}\n\n`),
      ),
    })),
  "an error in the stream": fc.tuple(validCall, fc.nat()).map(([call, at]) => ({
    calls: [call],
    reply: garbled(partsOf([call]), (events) =>
      events.toSpliced(
        at % events.length,
        0,
        `data: {"error":{"message":"overloaded","type":"server_error"}}\n\n`,
      ),
    ),
  })),
  "no end of the answer": fc.tuple(validCall, fc.integer({ min: 1, max: 4 })).map(([call, missing]) => ({
    calls: [call],
    reply: garbled(partsOf([call]), (events) => [...events.slice(0, -1 - missing), "data: [DONE]\n\n"]),
  })),
  "no usage": validCall.map((call) => ({
    calls: [call],
    reply: garbled(partsOf([call]), (events) =>
      events.map((event) => event.replace(/"usage":\{.*\}\}/, '"usage":null}')),
    ),
  })),
  "an early end": fc
    .tuple(validCall, fc.constantFrom<Answer["ending"]>("length", "content-filter", "cut-off", "reset"))
    .map(([call, ending]) => ({ calls: [call], reply: answer({ parts: partsOf([call]), ending }) })),
  "bytes of something else": fc
    .constantFrom("", "\u0000\u0001", "data: ", "data: [DONE]\n\n", "event: x\n\n", "<html></html>")
    .map((body) => ({ calls: [], reply: raw(body, EVENTS) })),
};

const KINDS: Kinds = { ...WRONG_CALLS, ...WRONG_TOGETHER, ...WRONG_STREAMS };

export const MALFORMED_KINDS = Object.keys(KINDS);

export function malformedOf(kind: string): fc.Arbitrary<Malformed> {
  const made = KINDS[kind];
  if (made === undefined) throw new Error(`There is no kind "${kind}" of malformed answers.`);
  return made.map((malformed) => ({ ...malformed, kind }));
}

function answerOf(parts: AnswerPart[]): SimulatedReply {
  return answer({ parts, ending: "complete" });
}

// Each answer numbers its calls anew, as some servers do.
function partsOf(calls: readonly MalformedCall[], idOf = (index: number) => `call_${index}`): AnswerPart[] {
  return calls.map(({ name, args }, index) => ({
    type: "tool-call",
    id: idOf(index),
    name,
    arguments: args,
  }));
}

function renamed(title: string) {
  return { op: "update_step", step: "write", changes: [{ field: "title", value: title }] };
}
