import { type BrokenPlan, broken, post } from "./make-broken.ts";

export const brokenCalls: BrokenPlan[] = [
  {
    code: "unknown_tool",
    at: "error 1 tool",
    plan: broken({ fetch: { tool: "raed_file" } }),
    message:
      'Step 1 "Fetch orders" uses the tool "raed_file", which this workspace does not have. Did you mean "read_file"? It has "read_file", "count" and "http_request".',
    say: "Use read_file in step 1",
  },
  {
    code: "unknown_tool",
    at: "error 3 precondition.tool",
    plan: broken({ tell: { precondition: { tool: "weather", path: "", op: "exists", value: true } } }),
    message:
      'Step 3 "Write a note" uses the tool "weather", which this workspace does not have. It has "read_file", "count" and "http_request".',
  },
  {
    code: "tool_not_granted",
    at: "error 1 tool",
    plan: broken({ fetch: { tool: "old_tool" } }),
    message: 'Step 1 "Fetch orders" uses the tool "old_tool", which is switched off. Choose another tool.',
  },
  {
    code: "tool_not_granted",
    at: "error 1 tool",
    plan: broken({}),
    over: { granted: ["count"] },
    message:
      'Step 1 "Fetch orders" uses the tool "read_file", which this agent may not use. Grant it in the agent\'s settings or choose another.',
  },
  {
    code: "unknown_secret",
    at: "error 3 input",
    plan: broken({
      tell: { ...post, input: { url: "https://a.example", headers: { k: "{{secret.API_TOKN}}" } } },
    }),
    message:
      'Step 3 "Write a note" names the secret "API_TOKN", which is not kept here. Did you mean "API_TOKEN"? Kept are "API_TOKEN". Add it in the settings, under secrets.',
    say: 'Replace "{{secret.API_TOKN}}" with "{{secret.API_TOKEN}}" in step 3',
  },
  {
    code: "unknown_secret",
    at: "error 3 input",
    plan: broken({ tell: { ...post, input: { url: "https://a.example/?k=${{ secrets.API_TOKEN }}" } } }),
    message:
      'Step 3 "Write a note" has "${{ secrets.API_TOKEN }}", which names no secret here and would stay as it is written. Write {{secret.API_TOKEN}}.',
    say: 'Replace "${{ secrets.API_TOKEN }}" with "{{secret.API_TOKEN}}" in step 3',
  },
  {
    code: "secret_destination",
    at: "error 3 input",
    plan: broken({
      tell: { ...post, input: { url: "$sum.output.total", headers: { k: "{{secret.API_TOKEN}}" } } },
    }),
    message:
      'Step 3 "Write a note" names the secret "API_TOKEN", and what an earlier step or the run\'s input says decides where it goes. Write the address into the plan, or ask a person first: an approval shows where it goes.',
    say: "Step 3 needs my approval",
  },
  {
    code: "secret_not_taken",
    at: "error 1 input",
    plan: broken({ fetch: { input: { path: "{{secret.API_TOKEN}}.csv" } } }),
    message:
      'Step 1 "Fetch orders" names the secret "API_TOKEN" for the tool "read_file", which takes none, as what it is given stays readable. Name it in the step that sends it.',
  },
  {
    code: "secret_not_taken",
    at: "warning 3 instructions",
    plan: broken({ tell: { instructions: "Use {{secret.API_TOKEN}}." } }),
    message:
      'Step 3 "Write a note" names the secret "API_TOKEN" in its instructions, where no secret is put. Name it in its input.',
  },
  {
    code: "unknown_agent",
    at: "error 3 agent",
    plan: broken({ tell: { kind: "agent", agent: "digets" } }),
    message: 'Step 3 "Write a note" runs the agent "digets", which does not exist. Did you mean "digest"?',
    say: "Run the agent digest in step 3",
  },
  {
    code: "unknown_agent",
    at: "error 3 agent",
    plan: broken({ tell: { kind: "agent", agent: "mailer" } }),
    over: { agents: ["own"] },
    message:
      'Step 3 "Write a note" runs the agent "mailer", which does not exist. There is no other agent yet: create it first.',
  },
  {
    code: "agent_recursion",
    at: "error 3 agent",
    plan: broken({ tell: { kind: "agent", agent: "own" } }),
    message:
      'Step 3 "Write a note" runs the agent "own", to which this plan belongs. An agent cannot run itself.',
    say: "Make step 3 a reasoning step",
  },
  {
    code: "input_schema",
    at: "error 1 input/pth",
    plan: broken({ fetch: { input: { pth: "orders.csv" } } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" the parameter "pth", which it does not have. Did you mean "path"?',
    say: "Rename the parameter pth to path in step 1",
  },
  {
    code: "input_schema",
    at: "error 1 input/shape",
    plan: broken({ fetch: { input: { path: "orders.csv", shape: "round" } } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" the parameter "shape", which it does not have.',
    say: "Leave shape out of the input of step 1",
  },
  {
    code: "input_schema",
    at: "error 1 input/path",
    plan: broken({ fetch: { input: { path: 5 } } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" a wrong input: input/path must be string, not a value of type number.',
    say: 'Set the path of step 1 to "5"',
  },
  {
    code: "input_schema",
    at: "error 1 input/encoding",
    plan: broken({ fetch: { input: { path: "orders.csv", encoding: "utf16" } } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" a wrong input: input/encoding must be one of ["utf8","base64"].',
    say: "Leave encoding out of the input of step 1",
  },
  {
    code: "input_schema",
    at: "error 1 input/encoding",
    plan: broken({ fetch: { input: { path: "orders.csv", encoding: "UTF-8" } } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" a wrong input: input/encoding must be one of ["utf8","base64"]. Did you mean "utf8"?',
    say: 'Set the encoding of step 1 to "utf8"',
  },
  {
    code: "input_schema",
    at: "error 3 input/method",
    plan: broken({ tell: { ...post, input: { url: "https://example.com", method: "post" } } }),
    message:
      'Step 3 "Write a note" gives the tool "http_request" a wrong input: input/method must be one of ["GET","POST"]. Did you mean "POST"?',
    say: 'Set the method of step 3 to "POST"',
  },
  {
    code: "input_schema",
    at: "error 3 input/method",
    plan: broken({ tell: { ...post, input: { url: "https://example.com", method: "PUT" } } }),
    message:
      'Step 3 "Write a note" gives the tool "http_request" a wrong input: input/method must be one of ["GET","POST"].',
  },
  {
    code: "input_schema",
    at: "error 3 input/url",
    plan: broken({ tell: { ...post, input: { url: "example", method: "POST" } } }),
    message:
      'Step 3 "Write a note" gives the tool "http_request" a wrong input: input/url does not fit; it takes "An http or https URL".',
  },
  {
    code: "input_schema",
    at: "error 3 input/headers/a",
    plan: broken({
      tell: { ...post, input: { url: "https://example.com", method: "POST", headers: { a: ["x"], b: "y" } } },
    }),
    message:
      'Step 3 "Write a note" gives the tool "http_request" a wrong input: input/headers/a must be string, not a list.',
    say: "Leave headers.a out of the input of step 3",
  },
  {
    code: "input_schema",
    at: "error 1 input/line count",
    plan: broken({ fetch: { input: { path: "orders.csv", "line count": 5 } } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" the parameter "line count", which it does not have.',
    say: 'Leave "line count" out of the input of step 1',
  },
  {
    code: "input_schema",
    at: "error 2 input/options",
    plan: broken({ sum: { input: { options: { uniqe: true } } } }),
    message:
      'Step 2 "Count the orders" gives the tool "count" a wrong input: input/options has the unknown field "uniqe". Did you mean "unique"?',
    say: "Rename the parameter options.uniqe to options.unique in step 2",
  },
  {
    code: "input_schema",
    at: "error 1 input",
    plan: broken({ fetch: { input: "orders.csv" } }),
    message:
      'Step 1 "Fetch orders" gives the tool "read_file" a wrong input: input must be object, not a value of type string.',
    say: "Drop the input of step 1",
  },
];
