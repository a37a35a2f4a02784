/** What `work` gives, when it is there within `ms`; throws when it is not. The work itself goes on. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error(`No answer within ${ms / 1_000} seconds`), { code: "TIMEOUT" });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
