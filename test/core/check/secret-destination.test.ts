import { expect, test } from "vitest";
import { issuesOf } from "#test/core/checked-plan.ts";
import { makePlan } from "#test/make.ts";
import { workspace } from "./make-broken.ts";

const codes = (input: object, over: object = {}) => {
  const plan = makePlan(
    { list: [], post: ["list"] },
    {
      list: { kind: "tool", tool: "http_request", input: { url: "https://a.example/list" } },
      post: {
        kind: "tool",
        tool: "http_request",
        input: { headers: { k: "{{secret.API_TOKEN}}" }, ...input },
        ...over,
      },
    },
  );
  return issuesOf(plan, workspace)
    .map(({ code }) => code as string)
    .filter((code) => code === "secret_destination");
};

test.each([
  [{}],
  [{ url: "$list.output.body.next" }],
  [{ url: "https://${list.output.body.host}/x" }],
  [{ url: "https://a.example${list.output.body.rest}" }],
  [{ url: "${list.output.body.scheme}://a.example/" }],
])("a secret whose address the plan leaves open is refused: %j", (input) => {
  expect(codes(input)).toEqual(["secret_destination"]);
});

test.each([
  [{ url: "https://a.example/items/${list.output.body.id}?q=$list.output" }],
  [{ url: "{{secret.API_TOKEN}}" }],
  [{ url: "https://a.example" }],
])("what stands behind the host may come from elsewhere: %j", (input) => {
  expect(codes(input)).toEqual([]);
});

test("where a person approves the call, they see where the secret goes", () => {
  expect(codes({ url: "$list.output.body.next" }, { approval: {} })).toEqual([]);
});
