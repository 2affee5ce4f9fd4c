import { expect, test } from "vitest";
import { testnets } from "#components/checkout/wallet/testnets.ts";
import { isSimulated, testRegistry } from "#lib/chain/chains.ts";

test("wallets can be told of every testnet", () => {
  const ids = testRegistry.map(({ id }) => id).filter((id) => !isSimulated(id));
  expect(testnets.map(({ id }) => id)).toEqual(ids);
});
