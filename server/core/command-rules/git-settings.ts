const HARMLESS = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression)$/,
  /^(init\.defaultbranch|user\.(name|email)|pull\.(rebase|ff)|push\.default|color\..+)$/,
  /^remote\.[^\n]+\.(url|fetch|pushurl)$/,
  /^branch\.[^\n]+\.(remote|merge|rebase|description)$/,
  /^extensions\.objectformat$/,
];

/** Why git may not use a repository with these settings, in words; null when all of them are harmless. */
export function settingProblem(names: readonly string[]): string | null {
  const refused = names.find((name) => name !== "" && !HARMLESS.some((pattern) => pattern.test(name)));
  if (refused === undefined) return null;
  return `The repository sets "${refused}" for itself, and git is only run on repositories with plain settings, as others can name programs. Remove it with "git config --unset".`;
}
