import fc from "fast-check";
import { expect, test } from "vitest";
import { CARD_HEIGHT, layoutGraph } from "#web/blueprint/graph-layout.ts";
import { CARD_WIDTH } from "#web/blueprint/graph-order.ts";
import type { GraphNode } from "#web/blueprint/graph-ranks.ts";

const graphs = fc
  .array(fc.array(fc.nat(60), { maxLength: 4 }), { maxLength: 60 })
  .map((lists): GraphNode[] =>
    lists.map((list, index) => ({ id: `s${index}`, dependsOn: list.map((number) => `s${number}`) })),
  );

const acyclic = graphs.map((nodes) =>
  nodes.map((node, index) => ({
    ...node,
    dependsOn: node.dependsOn.filter((id) => Number(id.slice(1)) < index),
  })),
);

test("every step gets one place, circles and missing steps included", () => {
  fc.assert(
    fc.property(graphs, (nodes) => {
      const { positions, rows } = layoutGraph(nodes);

      expect([...positions.keys()].sort()).toEqual(nodes.map((node) => node.id).sort());
      expect(rows.flat().sort()).toEqual(nodes.map((node) => node.id).sort());
    }),
  );
});

test("no two cards overlap and none stands outside the drawing", () => {
  fc.assert(
    fc.property(graphs, (nodes) => {
      const { positions, width, height } = layoutGraph(nodes);
      const cards = [...positions.values()];

      for (const [index, card] of cards.entries()) {
        expect(card.x).toBeGreaterThanOrEqual(-0.001);
        expect(card.x + CARD_WIDTH).toBeLessThanOrEqual(width + 0.001);
        expect(card.y + CARD_HEIGHT).toBeLessThanOrEqual(height + 0.001);
        for (const other of cards.slice(index + 1)) {
          const apart =
            Math.abs(card.x - other.x) >= CARD_WIDTH - 0.001 || Math.abs(card.y - other.y) >= CARD_HEIGHT;
          expect(apart).toBe(true);
        }
      }
    }),
  );
});

test("a step stands below everything that it waits for", () => {
  fc.assert(
    fc.property(acyclic, (nodes) => {
      const { positions } = layoutGraph(nodes);

      for (const node of nodes) {
        for (const id of node.dependsOn) {
          expect(positions.get(node.id)?.rank).toBeGreaterThan(positions.get(id)?.rank ?? -1);
        }
      }
    }),
  );
});

test("every dependency is drawn once, and only the links of a circle are marked", () => {
  const nodes = [
    { id: "fetch", dependsOn: ["clean"] },
    { id: "clean", dependsOn: ["fetch"] },
    { id: "send", dependsOn: ["clean", "clean", "nowhere"] },
  ];

  const { edges } = layoutGraph(nodes);

  expect(edges.map((edge) => `${edge.from}>${edge.to}`).sort()).toEqual([
    "clean>fetch",
    "clean>send",
    "fetch>clean",
  ]);
  expect(edges.filter((edge) => edge.closesCircle)).toHaveLength(1);
});

test("the same plan is drawn the same way every time", () => {
  fc.assert(
    fc.property(graphs, (nodes) => {
      expect(layoutGraph(nodes)).toEqual(layoutGraph(nodes));
    }),
  );
});

test("a chain of 500 steps and a fan of 500 steps can be drawn", () => {
  const chain = Array.from({ length: 500 }, (_, index) => ({
    id: `s${index}`,
    dependsOn: index === 0 ? [] : [`s${index - 1}`],
  }));
  const fan = Array.from({ length: 500 }, (_, index) => ({
    id: `s${index}`,
    dependsOn: index === 0 ? [] : ["s0"],
  }));

  expect(layoutGraph(chain).rows).toHaveLength(500);
  expect(layoutGraph(fan).width).toBeLessThan(40 * CARD_WIDTH);
});

test("an empty plan has an empty drawing", () => {
  expect(layoutGraph([])).toMatchObject({ width: 0, height: 0, rows: [], edges: [] });
});
