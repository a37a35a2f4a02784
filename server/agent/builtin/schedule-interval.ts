const NUMBERS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "half an": 30,
  half: 30,
  "quarter of an": 15,
  "a quarter of an": 15,
  quarter: 15,
  other: 2,
};

type Interval = { cron: string; unclear: null } | { cron: null; unclear: string };

/** "Every 15 minutes" as a cron. What does not go into an hour or a day without a rest has none, as it would fire unevenly. */
export function interval(count: string | undefined, unit: string): Interval {
  const number = count === undefined ? 1 : (NUMBERS[count.toLowerCase()] ?? Number(count));
  const isHours = /^(?:h|st)/i.test(unit) && !/half|quarter/i.test(count ?? "");
  const [whole, name] = isHours ? [24, "hours"] : [60, "minutes"];
  if (!Number.isInteger(number) || number < 1)
    return { cron: null, unclear: `"every ${count ?? ""} ${unit}" names no time that repeats.` };
  if (number === 1) return { cron: isHours ? "0 * * * *" : "* * * * *", unclear: null };
  if (number < whole && whole % number === 0)
    return { cron: isHours ? `0 */${number} * * *` : `*/${number} * * * *`, unclear: null };
  if (!isHours && number % 60 === 0) return interval(String(number / 60), "hours");
  const even = divisors(whole).toSorted((a, b) => Math.abs(a - number) - Math.abs(b - number));
  const near = even.slice(0, 2).toSorted((a, b) => a - b);
  return {
    cron: null,
    unclear: `A schedule goes by the clock, and every ${number} ${name} does not go into ${isHours ? "a day" : "an hour"} evenly. Should it be every ${near.join(" or ")} ${name}?`,
  };
}

function divisors(whole: number): number[] {
  return Array.from({ length: whole - 1 }, (_item, index) => index + 1).filter(
    (number) => number > 1 && whole % number === 0,
  );
}
