import { expect, test } from "vitest";
import { artifactLinks } from "#web/run/artifact-links.ts";

const LINK = { artifactId: "art_1", mediaType: "image/png", bytes: 9, sha256: "ab" };

test("links are found where they stand, each once", () => {
  const other = { ...LINK, artifactId: "art_2", preview: "[1, 2" };

  expect(artifactLinks({ output: { headers: {}, body: LINK }, input: [other, LINK] })).toEqual([LINK, other]);
  expect(artifactLinks({ artifactId: "art_3", of: "somebody else's form" })).toEqual([]);
  expect(artifactLinks(null)).toEqual([]);
});
