import { expect, test } from "vitest";
import { type KnownMessages, readNews, withEarlier, withNews } from "#web/chat/known-messages.ts";

const PAGE = 3;

/** The server's messages 1 to `count`, newest first in pages of three, and which pages were asked for. */
function conversation(count: number, reply = "") {
  const asked: (string | null)[] = [];
  return {
    asked,
    readPage: async (cursor: string | null): Promise<KnownMessages> => {
      asked.push(cursor);
      const newest = cursor === null ? count : Number(cursor);
      const numbers = Array.from({ length: Math.min(PAGE, newest) }, (_, index) => newest - index);
      return {
        items: numbers.map((number) => ({
          id: String(number),
          role: "assistant",
          parts: [{ type: "text", text: reply }],
        })),
        nextCursor: newest > PAGE ? String(newest - PAGE) : null,
      };
    },
  };
}

const idsOf = (known: KnownMessages) => known.items.map((message) => message.id).join(" ");

async function readWhole(count: number, reply?: string): Promise<KnownMessages> {
  const { readPage } = conversation(count, reply);
  let known = await readPage(null);
  while (known.nextCursor !== null) known = withEarlier(known, await readPage(known.nextCursor));
  return known;
}

test("however many messages are known, a look for news reads the newest page alone", async () => {
  const known = await readWhole(30);
  const later = conversation(32);

  const all = withNews(known, await readNews(known, later.readPage));

  expect(later.asked).toEqual([null]);
  expect(idsOf(all)).toBe(idsOf(await readWhole(32)));
  expect(all.nextCursor).toBe(null);
});

test("after a long silence news are read until they meet what is known, and leave no gap", async () => {
  const known = await readWhole(10);
  const later = conversation(18);

  const all = withNews(known, await readNews(known, later.readPage));

  expect(later.asked).toEqual([null, "15", "12"]);
  expect(idsOf(all)).toBe(idsOf(await readWhole(18)));
});

test("at first only the newest page is read, and older pages follow when they are asked for", async () => {
  const server = conversation(10);

  const first = withNews(undefined, await readNews(undefined, server.readPage));
  const more = withEarlier(first, await server.readPage(first.nextCursor));

  expect(server.asked).toEqual([null, "7"]);
  expect(idsOf(more)).toBe("10 9 8 7 6 5");
  expect(more.nextCursor).toBe("4");
});

test("older pages stay reachable after news", async () => {
  const first = await conversation(10).readPage(null);
  const later = conversation(11);

  const all = withNews(first, await readNews(first, later.readPage));

  expect(idsOf(all)).toBe("11 10 9 8");
  expect(all.nextCursor).toBe("7");
});

test("what the news tell again is taken from them", async () => {
  const known = await readWhole(5, "half");

  const all = withNews(known, await readNews(known, conversation(5, "whole").readPage));

  expect(all.items.map(({ parts: [part] }) => part?.type === "text" && part.text)).toEqual([
    "whole",
    "whole",
    "whole",
    "half",
    "half",
  ]);
});
