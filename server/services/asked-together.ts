/**
 * Reads once for all who ask for the same key while a reading is under way: the next one answers them, so
 * that none is answered by a reading that began before it asked.
 */
export function askedTogether<Answer>(
  read: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  const next = new Map<string, Promise<Answer>>();

  function begin(key: string): Promise<Answer> {
    const answer = read(key).finally(() => {
      if (underWay.get(key) === answer) underWay.delete(key);
    });
    underWay.set(key, answer);
    return answer;
  }

  function beginAfter(key: string, standing: Promise<Answer>): Promise<Answer> {
    const begun = () => {
      next.delete(key);
      return begin(key);
    };
    const answer = standing.then(begun, begun);
    next.set(key, answer);
    return answer;
  }

  return (key) => {
    const standing = underWay.get(key);
    if (standing === undefined) return begin(key);
    return next.get(key) ?? beginAfter(key, standing);
  };
}
