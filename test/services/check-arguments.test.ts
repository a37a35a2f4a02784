import { expect, test } from "vitest";
import { checkArguments } from "#server/services/check-arguments.ts";

test.each([
  [["--token", "ghp_plain"], '2, behind "--token",'],
  [["-password", "x"], '2, behind "-password",'],
  [["run", "--api-key=abc"], '2, "--api-key",'],
  [["-e", "API_KEY=abc"], '2, "API_KEY",'],
  [["--header", "Authorization: Bearer abc"], '2, "Authorization",'],
  [["--header", "Authorization:abc"], '2, "Authorization",'],
  [["--api_key", "sk-1", "--port", "80"], '2, behind "--api_key",'],
  [["postgres://ann:pw@db.example.com/shop"], "1 looks like"],
  [["https://example.com/mcp?api_key=abc"], "1 looks like"],
  [[`ghp_${"a1".repeat(18)}`], "1 looks like"],
])("%j holds a secret in plain", (args, words) => {
  expect(() => checkArguments(args)).toThrow(`The argument ${words}`);
});

test.each([
  [["-y", "@modelcontextprotocol/server-filesystem", "/srv/files"]],
  [["--token", "{{secret.GITHUB}}"]],
  [["--api-key={{secret.API}}"]],
  [["--header", "Authorization: Bearer {{secret.API}}"]],
  [["postgres://ann:{{secret.PW}}@db.example.com/shop"]],
  [["--token-file", "/run/secrets/token"]],
  [["--api-key-env=GITHUB_TOKEN"]],
  [["--no-auth", "--verbose"]],
  [["--port", "80", "--mode=fast", "http://127.0.0.1:80/mcp", "C:\\tools\\x"]],
  [["--max-tokens-limit", "100"]],
])("%j holds none", (args) => {
  expect(() => checkArguments(args)).not.toThrow();
});
