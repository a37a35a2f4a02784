/** The samples of a Prometheus text, by their name with its labels. */
export function samplesOf(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Every figure's name with what its HELP and TYPE lines say. */
export function familiesOf(text: string): { name: string; help: string; type: string }[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = "", help = "", type = ""]) => ({ name, help, type }),
  );
}
