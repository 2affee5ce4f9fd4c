import { expectTypeOf, test } from "vitest";
import type { RelayOwners } from "#lib/chain/relay/relay-registry.ts";

// `npm run types` checks this; at run time nothing is left of it.
test("an owner is required for each kind, with each of its answers", () => {
  expectTypeOf<Omit<RelayOwners, "payout">>().not.toExtend<RelayOwners>();
  expectTypeOf<Omit<RelayOwners["payout"], "findProhibition">>().not.toExtend<RelayOwners["payout"]>();
  expectTypeOf<RelayOwners["payout"]>().not.toExtend<RelayOwners["movement"]>();
});
