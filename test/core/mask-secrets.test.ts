import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import { deepList } from "#test/core/deep-list.ts";
import { cases } from "#test/property.ts";

test("texts under the names that secrets have are hidden at any depth, their scheme stays", () => {
  const input = {
    url: "https://example.com",
    headers: { Authorization: "Bearer abc", "X-Api-Key": "k", Cookie: "c=1", accept: "text/html" },
    body: [{ user: "ada", password: "p", client_secret: "s", refreshToken: "r", apiKey: "q" }],
  };

  expect(maskSecrets(input)).toEqual({
    url: "https://example.com",
    headers: {
      Authorization: "Bearer (hidden)",
      "X-Api-Key": "(hidden)",
      Cookie: "(hidden)",
      accept: "text/html",
    },
    body: [
      {
        user: "ada",
        password: "(hidden)",
        client_secret: "(hidden)",
        refreshToken: "(hidden)",
        apiKey: "(hidden)",
      },
    ],
  });
});

test("a list of texts under such a name is hidden, and what is below another name in it is not", () => {
  expect(
    maskSecrets({
      "set-cookie": ["a=1", ["b=2"]],
      passwords: [{ hint: "dog", password: "" }],
      "a/token": "t",
    }),
  ).toEqual({
    "set-cookie": ["(hidden)", ["(hidden)"]],
    passwords: [{ hint: "dog", password: "" }],
    "a/token": "(hidden)",
  });
});

test("a value nested as deep as any that is kept is masked", () => {
  const masked = maskSecrets([deepList(500), { token: "t" }]);

  expect(masked[1]).toEqual({ token: "(hidden)" });
});

test("secret parameters in the query of a URL are hidden wherever the URL stands", () => {
  expect(maskSecrets({ text: 'Asked https://example.com/a?api_key=abc&page=2#x and "?token=t".' })).toEqual({
    text: 'Asked https://example.com/a?api_key=(hidden)&page=2#x and "?token=(hidden)".',
  });
});

test("a text that stands under no name hides such parameters alone", () => {
  expect(maskSecrets("Bearer abc of ?token=t")).toBe("Bearer abc of ?token=(hidden)");
  expect(maskSecrets(["Bearer abc"])).toEqual(["Bearer abc"]);
});

test("counts, and names that only look alike, are kept", () => {
  const usage = { inputTokens: 12, tokens: 3, keyboard: "qwerty", monkey: "see", tokenizer: "bpe" };

  expect(maskSecrets(usage)).toEqual(usage);
});

test("a value without such names stays as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(maskSecrets({ value: plain })).toEqual({ value: plain });
    }),
    cases(100),
  );
});
