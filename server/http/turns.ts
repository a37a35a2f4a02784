/** Does work in the order in which it comes, and at most so many pieces of it at once. */
export function turns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (running === most) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
