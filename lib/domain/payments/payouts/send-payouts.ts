import { type Hex, keccak256, stringToHex } from "viem";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { ownTransferCalldata } from "#lib/chain/permits/payout-authorization.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import type { NewTransaction } from "#lib/chain/relay/repository.ts";
import { queueTransactions } from "#lib/chain/relay/sending/queue-transaction.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { type Address, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockPending, type Payout, submitPayouts } from "#lib/domain/payments/payouts/repository.ts";

/** An authorization that was not sent by then is signed again by the next attempt. */
const authorizedForSeconds = 86_400n;

/**
 * Queues the payouts' transfers with the relay, each once, all of them or none. Skips a payout that is no longer pending or
 * that another worker has locked; the relay skips a purpose that it already has. Where the token has EIP-3009, a payout is an
 * authorization by the treasury whose nonce is the payout's, so that the token refuses a second one whatever the database knows.
 * @throws Error when a payout can't be read or written, or the treasury's key is missing; then none is queued.
 */
export async function sendPayouts(paymentIds: readonly PaymentId[]): Promise<void> {
  const transfers = await inTransaction(async (tx) => {
    const pending = await lockPending(tx, paymentIds);
    if (pending.length === 0) return [];
    const queued = await Promise.all(pending.map(transferOf));
    await queueTransactions(tx, queued);
    await submitPayouts(tx, pending, clock.now());
    return queued;
  });
  for (const transfer of transfers) reachRelayFaultPoint(transfer, "queued");
}

async function transferOf(payout: Payout): Promise<NewTransaction> {
  const { chainId, token: target } = partiesOf(payout);
  const { paymentId, attempt, treasury: wallet } = payout;
  const purpose = { kind: "payout", paymentId, attempt } as const;
  return { chainId, wallet, purpose, target, calldata: await calldataOf(payout) };
}

async function calldataOf(payout: Payout): Promise<Hex> {
  const { chainId, token, recipient: to } = partiesOf(payout);
  const { treasury: from, amount: value, paymentId } = payout;
  // A token that can't have EIP-3009 needs no node to be queued.
  if (findToken(payout.asset)?.method !== "eip3009") return transferCalldata(to, value);
  const usable = (await usableTokens(chainId)).find((one) => one.token.address === token);
  if (usable === undefined) throw new Error(`${payout.asset} can't be checked on its chain`);
  // The registry doesn't know the token's domain, so it takes no authorizations from us.
  if (usable.method !== "eip3009" || usable.domain === null) return transferCalldata(to, value);
  const validBefore = BigInt(toUnixSeconds(clock.now())) + authorizedForSeconds;
  const { domain } = usable;
  return ownTransferCalldata({ chainId, token, domain, from, to, value, validBefore, nonce: payoutNonce(paymentId) });
}

/** The nonce of a payout's authorization, the same for every attempt: a payment is paid out once. */
export function payoutNonce(paymentId: PaymentId): Hex {
  return keccak256(stringToHex(`till:payout:${paymentId}`));
}

/** Parses a payout's token contract and recipient from its CAIP ids. @throws Error when it has no destination. */
export function partiesOf(payout: Pick<Payout, "paymentId" | "asset" | "destination">): {
  chainId: number;
  token: Address;
  recipient: Address;
} {
  const asset = parseCaip19(payout.asset);
  const destination = payout.destination === null ? null : parseCaip10(payout.destination);
  if (asset === null || destination === null) throw new Error(`the payout of ${payout.paymentId} is unreadable`);
  return { chainId: asset.chainId, token: asset.address, recipient: destination.address };
}
