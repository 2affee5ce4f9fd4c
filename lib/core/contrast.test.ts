import { describe, expect, test } from "vitest";
import { contrastOf, textColorOn } from "#lib/core/contrast.ts";

test("the contrast of black and white is 21, in either order", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 6);
  expect(contrastOf("#ffffff", "#000000")).toBeCloseTo(21, 6);
});

describe("the text on a color", () => {
  test.each([
    ["#0b6b4f", "#ffffff"],
    ["#ffd400", "#000000"],
    ["#757575", "#ffffff"],
    ["#ff0000", "#000000"],
  ])("on %s is %s", (color, text) => {
    expect(textColorOn(color)).toBe(text);
  });

  test("is readable on every color", () => {
    const steps = Array.from({ length: 18 }, (_, index) => (index * 15).toString(16).padStart(2, "0"));
    const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
    const lowest = Math.min(...colors.map((color) => contrastOf(color, textColorOn(color))));
    expect(lowest).toBeGreaterThanOrEqual(4.5);
  });
});
