import { expect, test } from "vitest";
import { foldOptions } from "#components/checkout/wallet/fold-options.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

const action = { type: "walletRpc" } as WireOption["actions"][number];
const free = { actions: [action] };
const approved = { actions: [action, action] };

test("options with several steps are folded behind the free ones, in their order", () => {
  const [a, b, c, d] = [{ ...approved }, { ...free }, { ...approved }, { ...free }];
  const { first, folded } = foldOptions([a, b, c, d]);
  expect(first.map((one) => [b, d].indexOf(one))).toEqual([0, 1]);
  expect(folded.map((one) => [a, c].indexOf(one))).toEqual([0, 1]);
});

test("options with several steps come first when there are no others", () => {
  expect(foldOptions([approved])).toEqual({ first: [approved], folded: [] });
  expect(foldOptions([])).toEqual({ first: [], folded: [] });
});
