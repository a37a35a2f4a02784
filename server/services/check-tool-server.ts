import type { Context } from "#server/context.ts";
import { listOf } from "#server/core/list-of.ts";
import { meaningOfName } from "#server/core/secret-name.ts";
import { secretNames } from "#server/core/secret-places.ts";
import { SERVER_NAME, type ToolServerTransport } from "#server/core/tool-server.ts";
import { invalid } from "#server/errors.ts";
import { checkArguments } from "./check-arguments.ts";

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;
const MAX_TEXT = 4_000;
const MAX_DOCUMENT = 5 * 1024 * 1024;
const MAX_ENTRIES = 100;

export function checkServerName(name: string): string {
  if (SERVER_NAME.test(name)) return name;
  throw refused(
    "name",
    `"${name.slice(0, 80)}" cannot name a tool server, as it leads the names of its tools. Use a small letter, then small letters, digits and "-", 40 characters at most, e.g. crm.`,
  );
}

/** Refuses a transport that could not work, would start a program that is not allowed, or holds a secret in plain. */
export async function checkTransport(
  ctx: Context,
  transport: ToolServerTransport,
): Promise<ToolServerTransport> {
  if (transport.type === "stdio") checkProgram(ctx, transport);
  if (transport.type === "openapi") checkDocument(transport);
  if ("url" in transport && transport.url !== undefined) checkUrl("transport.url", transport.url);
  if (transport.type === "openapi" && transport.baseUrl !== undefined) {
    checkUrl("transport.baseUrl", transport.baseUrl);
  }
  const named = transport.type === "stdio" ? transport.env : transport.headers;
  checkValues(transport.type === "stdio" ? "env" : "headers", named);
  if (transport.type === "stdio" && ctx.config.mcpCommandsAllow !== null) checkVariables(transport.env);

  const found = await ctx.secrets.read(secretNames(transport));
  if (!found.ok) {
    const { missing } = found.error;
    throw refused(
      "transport",
      `There is no secret "${missing}". Add it first, then name it here as {{secret.${missing}}}.`,
    );
  }
  return transport;
}

function checkProgram(
  { config }: Context,
  { command, args }: Extract<ToolServerTransport, { type: "stdio" }>,
): void {
  const allowed = config.mcpCommandsAllow;
  if (allowed !== null && !allowed.includes(command)) {
    const list = allowed.length === 0 ? "none is" : `these are: ${allowed.join(", ")}`;
    throw refused(
      "transport.command",
      `"${command.slice(0, 200)}" may not be started here as a tool server; ${list}. Name its absolute path in MCP_COMMANDS_ALLOW and start again.`,
    );
  }
  if (command.includes("/") && !ABSOLUTE.test(command)) {
    throw refused(
      "transport.command",
      `"${command.slice(0, 200)}" is a relative path. Give a name such as npx, or an absolute path.`,
    );
  }
  checkArguments(args);
  const texts = [command, ...args];
  if (args.length > MAX_ENTRIES || texts.some((text) => text.length > MAX_TEXT || text.includes("\0"))) {
    throw refused(
      "transport.args",
      `A program takes ${MAX_ENTRIES} arguments of ${MAX_TEXT} characters at most, without U+0000.`,
    );
  }
}

function checkDocument({ url, document }: Extract<ToolServerTransport, { type: "openapi" }>): void {
  if ((url === undefined) === (document === undefined)) {
    throw refused(
      "transport",
      'An OpenAPI service needs either the "url" of its document or the "document" itself.',
    );
  }
  if ((document?.length ?? 0) > MAX_DOCUMENT)
    throw refused("transport.document", "The document is longer than 5 MB.");
}

function checkUrl(path: string, text: string): void {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw refused(
      path,
      "An address is shown to everybody here, so it must not hold a user name or a password. Put them into a secret and a header.",
    );
  }
}

function checkValues(field: "env" | "headers", values: Readonly<Record<string, string>>): void {
  const entries = Object.entries(values);
  if (entries.length > MAX_ENTRIES)
    throw refused(`transport.${field}`, `At most ${MAX_ENTRIES} can be given.`);
  for (const [name, value] of entries) {
    const path = `transport.${field}.${name}`;
    const form =
      field === "headers" ? /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/ : /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
    if (!form.test(name))
      throw refused(
        path,
        `"${name.slice(0, 100)}" cannot name ${field === "env" ? "a variable" : "a header"}.`,
      );
    if (value.length > MAX_TEXT || /[\0\r\n]/.test(value)) {
      throw refused(
        path,
        `The value of "${name}" is longer than ${MAX_TEXT} characters, or holds a line break or U+0000.`,
      );
    }
    if (meaningOfName(name) !== "innocent" && value !== "" && secretNames(value).length === 0) {
      const examples = listOf(["{{secret.NAME}}", "Bearer {{secret.NAME}}"], "or");
      throw refused(
        path,
        `"${name}" looks like a secret. Add it to the secrets, and write ${examples} here.`,
      );
    }
  }
}

// Each makes a program load or run something else than itself.
const LOADS_OTHERS =
  /^(?:LD_|DYLD_|GLIBC_|GIT_|PYTHON|PERL5?|RUBY|NODE_|NPM_|npm_|JAVA_|JDK_|_JAVA_|DOTNET_|LUA_|PHP|BASH_|R_)|^(?:PATH|ENV|IFS|SHELL|SHELLOPTS|HOME|GCONV_PATH|NLSPATH|LOCPATH|OPENSSL_CONF|OPENSSL_MODULES|SSLKEYLOGFILE|PAGER|EDITOR|VISUAL|TERMINFO|PROMPT_COMMAND|PS4|CLASSPATH)$/i;

/** Where only named programs are started, no variable may make one of them run another. */
function checkVariables(env: Readonly<Record<string, string>>): void {
  const found = Object.keys(env).find((name) => LOADS_OTHERS.test(name));
  if (found === undefined) return;
  throw refused(
    `transport.env.${found}`,
    `"${found.slice(0, 100)}" can make a program load another, so it cannot be set where MCP_COMMANDS_ALLOW says what may be started. Leave it out, or set it in a script of yours that MCP_COMMANDS_ALLOW names.`,
  );
}

function refused(path: string, message: string) {
  return invalid(message, [{ path, message }]);
}
