export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
}

/** One line: the name, the figure that counts, and every value that it was taken from. */
export function printFigure(name: string, figure: string, values: readonly number[]): void {
  const shown = values.map((value) => (value < 10 ? value.toFixed(2) : String(Math.round(value))));
  console.log(`${name.padEnd(44)} ${figure.padEnd(58)} [${shown.join(" ")}]`);
}

/** How a figure stands to its floor and its aim; `isMore` says that more is better. */
export function verdictOf(value: number, { floor, aim, isMore }: Bounds): string {
  const reaches = (bound: number) => (isMore ? value >= bound : value <= bound);
  return `floor ${floor}, aim ${aim}: ${reaches(aim) ? "aim" : reaches(floor) ? "floor" : "BELOW THE FLOOR"}`;
}

type Bounds = { floor: number; aim: number; isMore: boolean };
