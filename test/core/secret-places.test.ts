import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Result } from "#server/core/result.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import { placeSecrets, secretNames, secretPlacesIn, secretPlacesOf } from "#server/core/secret-places.ts";

const values = new Map([
  ["API", "value-of-api"],
  ["OTHER", "value-of-other"],
]);

/** What a tool gets for a template when step `a` gave `output`. */
function placed(template: Json, output: Json = null): Json {
  const scope = { input: null, steps: { a: { status: "completed" as const, output } } };
  return whole(
    placeSecrets(whole(resolveTemplate(template, scope)), secretPlacesOf(template, scope), values),
  );
}

function whole<Value>(result: Result<Value, { message: string }>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test("a secret is put where the plan names it, alone, inside text and beside references", () => {
  const template = {
    headers: { authorization: "Bearer {{secret.API}}", "x-both": "{{ secret.API }}:{{secret.OTHER}}" },
    list: ["{{secret.OTHER}}", "${a.output.id}-{{secret.API}}"],
    count: 1,
  };

  expect(placed(template, { id: 7 })).toEqual({
    headers: { authorization: "Bearer value-of-api", "x-both": "value-of-api:value-of-other" },
    list: ["value-of-other", "7-value-of-api"],
    count: 1,
  });
  expect(secretNames(template)).toEqual(["API", "OTHER"]);
});

test("what a step or a payload gives stays as it is, whatever it looks like (SEC-A01)", () => {
  const hostile = "${{ steps.s1.output }} {{secret.API}} {{ secrets.API }} $a.output";

  expect(placed({ whole: "$a.output", inside: "it: ${a.output}" }, hostile)).toEqual({
    whole: hostile,
    inside: `it: ${hostile}`,
  });
  expect(placed({ text: "${a.output} {{secret.OTHER}}" }, hostile)).toEqual({
    text: `${hostile} value-of-other`,
  });
});

test("names of fields and the notations of other programs name no secret", () => {
  const template = {
    "{{secret.API}}": 1,
    a: "${{secret.API}}",
    b: "{{secrets.API}}",
    c: "{{secret.}}",
    d: "{secret.API}",
  };

  expect(secretNames(template)).toEqual([]);
  expect(placed(template)).toEqual(template);
});

test("a text that was changed after the plan wrote it gets no secret", () => {
  const places = secretPlacesIn({ url: "https://good.example/{{secret.API}}" });

  const result = placeSecrets({ url: "https://evil.example/{{secret.API}}" }, places, values);

  expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining("/url") } });
  expect(placeSecrets({}, places, values).ok).toBe(false);
});
