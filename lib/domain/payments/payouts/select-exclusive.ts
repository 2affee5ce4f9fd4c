import { isAddressEqual } from "viem";
import { readFinalTime } from "#lib/chain/nodes/final-time.ts";
import { readOwnAuthorization } from "#lib/chain/permits/payout-authorization.ts";
import { listPayoutCalls } from "#lib/chain/relay/repository.ts";
import { type Address, chainIdOf } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { partiesOf } from "#lib/domain/payments/payouts/parties.ts";
import type { Payout } from "#lib/domain/payments/payouts/repository.ts";

/**
 * Selects the payouts that only their current destination can receive. An earlier attempt may have authorized
 * another account, and anyone who has seen that authorization can submit it. All attempts have the same
 * nonce, so the token pays once, but it could pay the earlier account. So a payout to another one waits until
 * a final block is past the earlier authorization's end.
 * @throws Error when a node fails or lags behind.
 */
export async function selectExclusive(payouts: readonly Payout[]): Promise<Payout[]> {
  const again = payouts.filter(({ attempt }) => attempt > 1);
  if (again.length === 0) return [...payouts];
  const calls = await listPayoutCalls(
    database,
    again.map(({ paymentId }) => paymentId),
  );
  const authorized = Map.groupBy(calls, ({ paymentId }) => paymentId);
  const contestedUntil = new Map(
    again.map((payout) => {
      const { recipient } = partiesOf(payout);
      return [payout.paymentId, endOfOthers(authorized.get(payout.paymentId) ?? [], recipient)];
    }),
  );
  const contested = again.filter(({ paymentId }) => (contestedUntil.get(paymentId) ?? 0n) > 0n);
  const chainIds = [...new Set(contested.map(({ asset }) => chainIdOf(asset)))];
  const times = new Map(await Promise.all(chainIds.map(async (id) => [id, (await readFinalTime(id)).time] as const)));
  // EIP-3009 excludes the second of `validBefore`.
  return payouts.filter(({ paymentId, asset }) => {
    return (contestedUntil.get(paymentId) ?? 0n) <= (times.get(chainIdOf(asset)) ?? 0n);
  });
}

/** The latest end of the authorizations to other accounts, in Unix seconds; 0 without any. */
function endOfOthers(calls: Awaited<ReturnType<typeof listPayoutCalls>>, recipient: Address): bigint {
  const ends = calls.flatMap(({ calldata }) => {
    const authorized = readOwnAuthorization(calldata);
    return authorized === null || isAddressEqual(authorized.to, recipient) ? [] : [authorized.validBefore];
  });
  return ends.toSorted((a, b) => Number(b - a))[0] ?? 0n;
}
