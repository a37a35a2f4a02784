/** Pieces of text as a body: the next one is made when the reader has taken the last. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
