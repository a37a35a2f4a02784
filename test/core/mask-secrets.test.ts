import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { createMasker, maskPlan, maskQuery, maskSecrets } from "#server/core/mask-secrets.ts";
import { deepList } from "#test/core/deep-list.ts";
import { makePlan } from "#test/make.ts";
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

test("a list under such a name keeps its length, and what stands in it is hidden whole", () => {
  expect(
    maskSecrets({
      "set-cookie": ["a=1", ["b=2"]],
      passwords: [{ hint: "dog", password: "" }],
      "a/token": "t",
    }),
  ).toEqual({
    "set-cookie": ["(hidden)", ["(hidden)"]],
    passwords: ["(hidden)"],
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

test.each([
  ...[
    "pwd",
    "pass",
    "db_pass",
    "passwd",
    "passphrase",
    "Passwort",
    "kennwort",
    "benutzerpasswort",
    "pin",
    "pinCode",
  ],
  ...[
    "token",
    "tokens",
    "access_tokens",
    "tokenValue",
    "apikey",
    "apikeys",
    "api_key_2",
    "API-KEYS",
    "accessKeyId",
  ],
  ...[
    "auth",
    "x-auth",
    "X-Auth-Token",
    "authHeader",
    "bearer",
    "jwt",
    "session",
    "session_id",
    "JSESSIONID",
    "sid",
  ],
  ...[
    "aws_key",
    "encryption_key",
    "private_key",
    "SSHPrivateKey",
    "dsn",
    "SENTRY_DSN",
    "connectionString",
    "otp",
  ],
  ...[
    "signature",
    "x-hub-signature",
    "sig",
    "credential",
    "credentials",
    "cookie",
    "cookies",
    "clientSecret",
  ],
])("a text under %s is hidden", (name) => {
  expect(maskSecrets({ [name]: "abc123" })).toEqual({ [name]: "(hidden)" });
});

test.each([
  ...[
    "author",
    "authority",
    "passed",
    "compass",
    "passenger",
    "passport",
    "keyboard",
    "public_key",
    "primaryKey",
  ],
  ...[
    "tokenizer",
    "token_type",
    "passwordHint",
    "sessionTitle",
    "session_count",
    "secretary",
    "design",
    "side",
  ],
  ...[
    "pinned",
    "spin",
    "signatureName",
    "assignment",
    "cookiePolicy",
    "authType",
    "key",
    "keys",
    "artifactId",
  ],
])("a text under %s stays", (name) => {
  expect(maskSecrets({ [name]: "abc123" })).toEqual({ [name]: "abc123" });
});

test("objects and numbers under such a name are hidden as a whole", () => {
  expect(
    maskSecrets({
      pin: 1234,
      password: { value: "p" },
      auth: { user: "ada", key: 7 },
      token: 99,
      secrets: [1, "a"],
    }),
  ).toEqual({
    pin: "(hidden)",
    password: "(hidden)",
    auth: "(hidden)",
    token: "(hidden)",
    secrets: ["(hidden)", "(hidden)"],
  });
});

test("counts, answers to yes or no, and words of people are no secrets", () => {
  const value = {
    tokens: { input: 3, output: 4 },
    tokensUsed: 3,
    outputTokens: [1, 2],
    maxTokens: 4000,
    tokenCount: 5,
    needsPassword: true,
    password: null,
    session: { title: "Keynote", room: 4 },
    sessions: 12,
    pass: 12,
    signature: "Best regards, Ada",
  };

  expect(maskSecrets(value)).toEqual(value);
  expect(maskSecrets({ signature: "area(x: number)", session: "s_1a2b" })).toEqual({
    signature: "area(x: number)",
    session: "(hidden)",
  });
});

test("a pair of name and value is hidden by its name", () => {
  expect(
    maskSecrets([
      { name: "Authorization", value: "Bearer a" },
      { key: "page", value: "2" },
    ]),
  ).toEqual([
    { name: "Authorization", value: "Bearer (hidden)" },
    { key: "page", value: "2" },
  ]);
});

test("passwords in URLs are hidden in any text, and what only looks like one stays", () => {
  const text = "psql postgres://ada:p@ss:w0rd@db:5432/x and https://u:pw@example.com/a, redis://:pw@cache";

  expect(maskQuery(text)).toBe(
    "psql postgres://ada:(hidden)@db:5432/x and https://u:(hidden)@example.com/a, redis://:(hidden)@cache",
  );
  for (const plain of [
    "https://example.com:8080/@ada",
    "http://[::1]:80/a@b",
    "mail ada@example.com: hi @x",
  ]) {
    expect(maskQuery(plain)).toBe(plain);
  }
  expect(maskQuery("://a:".repeat(100_000))).toHaveLength(500_000);
});

test("parameters of a URL are hidden by their names, counts stay", () => {
  expect(maskQuery("https://h/a?max_tokens=5&X-Amz-Signature=ab&sig=c#access_token=d&api%5Fkey=e")).toBe(
    "https://h/a?max_tokens=5&X-Amz-Signature=(hidden)&sig=(hidden)#access_token=(hidden)&api%5Fkey=(hidden)",
  );
});

test("the inputs of a plan are masked, and references in them stay", () => {
  const plan = makePlan(
    { login: [], call: ["login"] },
    {
      login: {
        instructions: "Ask https://h/?token=t1.",
        outputSchema: { properties: { token: { type: "string" } } },
      },
      call: {
        input: { headers: { authorization: "Bearer t2", "x-api-key": "$login.output.key" }, cookie: "t3" },
      },
    },
  );

  const masked = maskPlan(plan);
  expect(masked.steps[0]).toEqual({ ...plan.steps[0], instructions: "Ask https://h/?token=(hidden)" });
  expect(masked.steps[1]?.input).toEqual({
    headers: { authorization: "Bearer (hidden)", "x-api-key": "$login.output.key" },
    cookie: "(hidden)",
  });
});

test("values that stand in each other are masked as if each came alone, and what holds no secret stays as it is", () => {
  const output = { rows: [{ password: "p", url: "https://a.example?token=t" }], name: "n" };
  const clean = { rows: [{ id: 1 }], list: ["a"] };
  const mask = createMasker();
  const first = mask(output);

  expect(first).toEqual(maskSecrets(output));
  expect(mask({ output, clean }).output).toBe(first);
  expect(mask({ output, password: [output] })).toEqual(maskSecrets({ output, password: [output] }));
  expect(mask(clean)).toBe(clean);
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("output", "password", "session"), (value, name) => {
      const json = value as Json;
      const other = createMasker();
      expect(other(json)).toEqual(maskSecrets(json));
      expect(other({ [name]: json })).toEqual(maskSecrets({ [name]: json }));
    }),
  );
});
