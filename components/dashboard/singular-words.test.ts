import { expect, test } from "vitest";
import { disabledWords } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import { heldWords } from "#components/dashboard/overview/attention.tsx";

test.each([
  [disabledWords(1), "1 network that isn't enabled"],
  [disabledWords(7), "7 networks that aren't enabled"],
  [heldWords(0), "Can't receive payouts yet"],
  [heldWords(1), "1 payment succeeded; its money is held in the treasury"],
  [heldWords(1_234), "1,234 payments succeeded; their money is held in the treasury"],
])("%s", (words, expected) => expect(words).toBe(expected));
