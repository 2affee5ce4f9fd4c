import { type Hex, isAddressEqual, type TransactionReceipt } from "viem";
import { depositFactory } from "#lib/chain/deposits/deposit-factory.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import type { Address } from "#lib/core/caip.ts";
import { type Recovered, recoverCollection } from "#lib/domain/payments/recovery/recover-collection.ts";
import { recoverDeposit } from "#lib/domain/payments/recovery/recover-deposit.ts";

/** A final, successful transaction of a relayer wallet. */
type SuccessfulCall = { chainId: number; to: Address; input: Hex; nonce: bigint; receipt: TransactionReceipt };

/** Applies a call of a router or of the deposit factory that the database does not know. @returns `other` for any other call. */
export async function recoverCall({ to, ...call }: SuccessfulCall): Promise<Recovered | "other"> {
  const router = knownRouters(call.chainId).find((each) => isAddressEqual(each, to));
  if (router !== undefined) return recoverCollection({ ...call, router });
  return isAddressEqual(depositFactory, to) ? recoverDeposit(call) : "other";
}
