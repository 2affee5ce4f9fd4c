import { requireUsable } from "#lib/chain/capabilities.ts";
import { findPayout } from "#lib/chain/find-transfer.ts";
import { hasExpired } from "#lib/chain/permits/payout-authorization.ts";
import { requireNoOther } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayOwners } from "#lib/chain/relay/relay-registry.ts";
import { clock } from "#lib/core/clock.ts";
import { payoutNonce } from "#lib/domain/payments/payouts/payout-nonce.ts";
import { failPayout, recordPayout, renewPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { requireCover } from "#lib/domain/payments/payouts/require-cover.ts";
import { listClaimed } from "#lib/domain/payments/transfers/list-claimed.ts";

const findExecution: RelayOwners["payout"]["findExecution"] = (transaction, atLeast) =>
  findPayout(transaction, payoutNonce(transaction.purpose.paymentId), atLeast, listClaimed(transaction));

/** Records what follows from the payouts of held money. */
export const payoutOwner: RelayOwners["payout"] = {
  async recordFinal(tx, ended) {
    for (const { purpose, execution } of ended) await recordPayout(tx, purpose, execution.receipt);
  },
  recordFailed: (tx, { purpose }, { reason, unsent }) =>
    unsent !== null && hasExpired(unsent, clock.now()) ? renewPayout(tx, purpose) : failPayout(tx, purpose, reason),
  recordProgress: async () => undefined,
  async findProhibition({ chainId, wallet, target }) {
    await requireUsable(chainId, async () => target);
    await requireCover({ chainId, wallet }, target);
    return null;
  },
  findExecution,
  // Only the wallet's own transactions, and the ones by its authorizations, can have made it.
  decideExecution: async (transaction, atLeast) =>
    (await findExecution(transaction, atLeast)) ?? requireNoOther(transaction, atLeast),
  readSignedNonce: async () => "unused",
  maySucceedLater: async () => false,
};
