import fc from "fast-check";
import { expect, test } from "vitest";
import { fitCamera, homeCamera, isOverview, revealCamera, zoomAt } from "#web/blueprint/camera.ts";
import { CARD_HEIGHT, layoutGraph } from "#web/blueprint/graph-layout.ts";
import { CARD_WIDTH } from "#web/blueprint/graph-order.ts";

const box = { width: 640, height: 700 };
const wide = layoutGraph(Array.from({ length: 90 }, (_, index) => ({ id: `s${index}`, dependsOn: [] })));

test("fitting shows the whole drawing", () => {
  const camera = fitCamera(wide, box);

  expect(camera.x).toBeGreaterThanOrEqual(0);
  expect(camera.x + wide.width * camera.scale).toBeLessThanOrEqual(box.width);
  expect(camera.y + wide.height * camera.scale).toBeLessThanOrEqual(box.height);
});

test("a drawing that would be too small to read opens around its first card, at a size that can be read", () => {
  const large = layoutGraph(
    Array.from({ length: 300 }, (_, index) => ({
      id: `s${index}`,
      dependsOn: index % 30 === 0 ? [] : [`s${index - 1}`],
    })),
  );
  for (const [layout, id] of [
    [wide, "s0"],
    [large, "s0"],
    [large, "s149"],
    [large, "s299"],
  ] as const) {
    const card = layout.positions.get(id);
    const camera = homeCamera(layout, box, card);

    expect(isOverview(camera)).toBe(false);
    expect((card?.y ?? 0) * camera.scale + camera.y).toBeGreaterThanOrEqual(0);
    expect(((card?.y ?? 0) + CARD_HEIGHT) * camera.scale + camera.y).toBeLessThanOrEqual(box.height);
    expect((card?.x ?? 0) * camera.scale + camera.x).toBeGreaterThanOrEqual(-CARD_WIDTH);
    expect((card?.x ?? 0) * camera.scale + camera.x).toBeLessThanOrEqual(box.width);
  }
});

test("a small drawing is whole in a narrow box as long as its cards can be read", () => {
  const small = layoutGraph(["a", "b", "c"].map((id) => ({ id, dependsOn: [] })));
  const phone = { width: 390, height: 700 };
  const camera = homeCamera(small, phone, small.positions.get("a"));

  expect(camera.x).toBeGreaterThanOrEqual(0);
  expect(camera.x + small.width * camera.scale).toBeLessThanOrEqual(phone.width);
});

test("zooming keeps the point under the pointer where it is", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.nat(600), fc.nat(600), (factor, x, y) => {
      const before = { x: 40, y: -20, scale: 0.9 };
      const after = zoomAt(before, factor, x, y);

      expect((x - after.x) / after.scale).toBeCloseTo((x - before.x) / before.scale, 6);
      expect((y - after.y) / after.scale).toBeCloseTo((y - before.y) / before.scale, 6);
    }),
  );
});

test("revealing a card brings all of it into view, and moves nothing when it is there already", () => {
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 }), (x, y) => {
      const camera = revealCamera({ x: 0, y: 0, scale: 1 }, { x, y, rank: 0 }, box);

      expect(x + camera.x).toBeGreaterThanOrEqual(0);
      expect(x + camera.x + CARD_WIDTH).toBeLessThanOrEqual(box.width);
      expect(y + camera.y).toBeGreaterThanOrEqual(0);
      expect(y + camera.y + CARD_HEIGHT).toBeLessThanOrEqual(box.height);
      expect(revealCamera(camera, { x, y, rank: 0 }, box)).toEqual(camera);
    }),
  );
});
