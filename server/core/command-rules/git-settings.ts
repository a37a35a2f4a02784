import { type Result, err, ok } from "#server/core/result.ts";

const HARMLESS = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression)$/,
  /^(init\.defaultbranch|user\.(name|email)|pull\.(rebase|ff)|push\.default|color\..+)$/,
  /^remote\.[^\n]+\.(url|fetch|pushurl)$/,
  /^branch\.[^\n]+\.(remote|merge|rebase|description)$/,
  /^extensions\.objectformat$/,
];

/**
 * The settings that `git config --list -z` told, as a settings file of their own; or, in words, why git may not
 * use a repository with these.
 */
export function plainSettings(listed: string): Result<string, string> {
  const settings = listed.split("\0").filter((setting) => setting !== "");
  const refused = settings.map(nameOf).find((name) => !HARMLESS.some((pattern) => pattern.test(name)));
  if (refused !== undefined) {
    return err(
      `The repository sets "${refused}" for itself, and git is only run on repositories with plain settings, as others can name programs. Remove it with "git config --unset".`,
    );
  }
  return ok(settings.map(lineOf).join(""));
}

function nameOf(setting: string): string {
  return setting.split("\n", 1)[0] ?? "";
}

/** `branch.main.remote\norigin` as `[branch "main"] remote = "origin"`. */
function lineOf(setting: string): string {
  const name = nameOf(setting);
  const section = name.slice(0, name.indexOf("."));
  const key = name.slice(name.lastIndexOf(".") + 1);
  const within = name.slice(section.length + 1, -key.length - 1);
  const heading = within === "" ? `[${section}]` : `[${section} "${escaped(within)}"]`;
  // A name without a value stands for true.
  if (setting === name) return `${heading}\n\t${key}\n`;
  const value = escaped(setting.slice(name.length + 1)).replaceAll("\n", "\\n");
  return `${heading}\n\t${key} = "${value}"\n`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&");
}
