import { type CommandRule, optionsOf } from "./command-rule.ts";

const ONLY_TELLS = ["-c", "--stdout", "-l", "--list", "-t", "--test"];

const GZIP: CommandRule = {
  options: optionsOf(
    "-d -k -c -l -t -v -n -q -1 -2 -3 -4 -5 -6 -7 -8 -9 --decompress --keep --stdout --list --test --best --fast",
  ),
  positionals: { rest: "write" },
  fileUse: (given) => (ONLY_TELLS.some((option) => given.has(option)) ? "read" : "write"),
};

/** Programs that pack and unpack. What would run a program, or reach past the folder, is left out. */
export const ARCHIVE_RULES: Readonly<Record<string, CommandRule>> = {
  gzip: GZIP,
  tar: {
    options: optionsOf(
      "-c -x -t -v -z -j -J -k -O -f=read -C=write --create --extract --list --verbose --gzip --bzip2 --xz --file=read --directory=write --exclude=text --strip-components=text --to-stdout --keep-old-files --wildcards --sort=text",
    ),
    positionals: { rest: "read" },
    needsOneOf: ["-c", "-x", "-t", "--create", "--extract", "--list"],
    fileUse: (given, option) => {
      const creates = given.has("-c") || given.has("--create");
      const extracts = given.has("-x") || given.has("--extract");
      const isWritten = creates
        ? /^(-f|--file)$/.test(option)
        : extracts && /^(-C|--directory)$/.test(option);
      return isWritten ? "write" : "read";
    },
    // A name with a colon would be one of another machine.
    forced: ["--force-local", "--no-same-owner", "--no-same-permissions"],
    makesLinks: true,
  },
  unzip: {
    options: optionsOf("-l -v -t -p -c -o -n -q -j -u -x=text -d=write"),
    positionals: { rest: "read" },
    makesLinks: true,
  },
  zip: {
    options: optionsOf("-r -q -9 -8 -7 -6 -5 -4 -3 -2 -1 -0 -j -D -v"),
    positionals: { first: "write", rest: "read" },
    // Links are packed as links.
    forced: ["-y"],
  },
};
