import type { Hex, PublicActions } from "viem";
import type { Address } from "#lib/core/caip.ts";

/**
 * Compares the code at an address with what a router's init code returns on the same chain.
 * @throws Error when the node fails.
 */
export async function compareRouterCode(
  client: Pick<PublicActions, "call" | "getCode">,
  address: Address,
  initCode: Hex,
): Promise<"same" | "missing" | "different"> {
  const [actual, { data: expected }] = await Promise.all([
    client.getCode({ address }),
    client.call({ data: initCode }),
  ]);
  if (actual === undefined) return "missing";
  return actual === expected ? "same" : "different";
}
