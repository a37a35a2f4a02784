import { expect, test } from "vitest";
import { didYouMean, nearNames, nearValue, searchNear, someOf } from "#server/core/check/known-names.ts";

test("the nearest names come first, at most three, whatever their case and their hyphens", () => {
  expect(nearNames("review_draft", ["publish", "review-draft"])).toEqual(["review-draft"]);
  expect(nearNames("FETCH", ["fetch", "fetcher"])).toEqual(["fetch", "fetcher"]);
  expect(nearNames("read-c", ["read-a", "reed-c", "read-c", "read-b", "read-d"])).toEqual([
    "read-c",
    "read-a",
    "reed-c",
  ]);
});

test("a name is near when a third of its letters or two of them differ, and one stays", () => {
  expect(nearNames("abcdef", ["abcxyf", "abxyzf"])).toEqual(["abcxyf"]);
  expect(nearNames("abcdefghi", ["abcdefxyz", "abcdewxyz"])).toEqual(["abcdefxyz"]);
  expect(nearNames("abcdefg", ["abcde", "abcd", "abcdefghi", "abcdefghijk"])).toEqual(["abcde", "abcdefghi"]);
  expect(nearNames("xy", ["ab", "xb"])).toEqual(["xb"]);
});

test("very long names and the names behind the first five hundred are not compared", () => {
  const long = "x".repeat(100);
  const many = Array.from({ length: 501 }, (_, index) => `step-${index}`);

  expect(nearNames(long, [`${long}y`])).toEqual([`${long}y`]);
  expect(nearNames(`${long}x`, [long])).toEqual([]);
  expect(nearNames("step-499", many)[0]).toBe("step-499");
  expect(nearNames("step-500", many)).not.toContain("step-500");
});

test("a search that was asked for a great many names finds no more, but what it has found before", () => {
  const near = searchNear(Array.from({ length: 500 }, (_, index) => `step-${index}`));
  const asked = Array.from({ length: 101 }, (_, index) => near(`stpe-${index}`));

  expect(asked.filter((found) => found.length > 0)).toHaveLength(100);
  expect(near("stpe-101")).toEqual([]);
  expect(near("stpe-7")).toEqual(asked[7]);
  expect(searchNear(["fetch"])("fetsh")).toEqual(["fetch"]);
});

test("near names are asked for, and names are listed, as a sentence says them", () => {
  expect(didYouMean("zzzzzz", ["fetch"])).toBe("");
  expect(didYouMean("fetsh", ["fetch"])).toBe(' Did you mean "fetch"?');
  expect(didYouMean("read-c", ["read-a", "read-b"])).toBe(' Did you mean "read-a" or "read-b"?');
  expect(someOf(["a"], 2)).toBe('"a"');
  expect(someOf(["a", "b"], 2)).toBe('"a" and "b"');
  expect(someOf(["a", "b", "c"], 2)).toBe('"a", "b" and 1 more');
  expect(someOf(["a", "b"], 2, 9)).toBe('"a", "b" and 7 more');
});

test("a listed value is near when capitals or signs differ, or one letter in three; the nearest is meant", () => {
  const methods = ["GET", "PUT", "PATCH", "POST"];

  expect(nearValue("post", methods)).toBe("POST");
  expect(nearValue("Po-st ", methods)).toBe("POST");
  expect(nearValue("patsch", methods)).toBe("PATCH");
  expect(nearValue("got", methods)).toBe("GET");
  expect(nearValue("pot", ["PUT", "POT", "PIT"])).toBe("POT");
  expect(nearValue("fetch", methods)).toBeUndefined();
  expect(nearValue("UTF-8", ["utf8", "base64"])).toBe("utf8");
  expect(nearValue("utf16", ["utf8", "base64"])).toBeUndefined();
  expect(nearValue("b", ["a"])).toBeUndefined();
});
