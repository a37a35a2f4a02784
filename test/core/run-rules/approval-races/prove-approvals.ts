import { interleave } from "./interleave.ts";

const TELL_EVERY = 20_000;

type Proved = {
  interleavings: number;
  moves: number;
  decided: number;
  refused: number;
  acts: number;
  /** Each with the seed of its interleaving. */
  problems: string[];
};

/** Many interleavings, each from its own seed after `seed`, so that one can be repeated alone. */
export function proveApprovals(
  count: number,
  seed: number,
  tell: (soFar: number) => void = () => {},
): Proved {
  const proved: Proved = { interleavings: count, moves: 0, decided: 0, refused: 0, acts: 0, problems: [] };
  for (let index = 0; index < count; index += 1) {
    const { ledger, moves } = interleave(seed + index);
    proved.moves += moves;
    proved.decided += ledger.decided;
    proved.refused += ledger.refused;
    proved.acts += ledger.acts.length;
    proved.problems.push(...ledger.problems.map((problem) => `seed ${seed + index}: ${problem}`));
    if ((index + 1) % TELL_EVERY === 0) tell(index + 1);
  }
  return proved;
}
