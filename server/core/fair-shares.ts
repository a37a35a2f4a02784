/** What each may have of `room`: whoever needs little has all of it, and the others share the rest equally. */
export function fairShares(needs: readonly number[], room: number): number[] {
  const shares = new Array<number>(needs.length).fill(0);
  let left = room;
  const byNeed = needs.map((need, index) => ({ need, index })).toSorted((a, b) => a.need - b.need);
  for (const [place, { need, index }] of byNeed.entries()) {
    const share = Math.min(need, Math.max(0, Math.floor(left / (needs.length - place))));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
