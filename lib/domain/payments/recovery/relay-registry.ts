import { requireNoOther } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import { collectionOwner, deploymentOwner } from "#lib/domain/payments/collection/collection-owner.ts";
import { depositOwner } from "#lib/domain/payments/deposits/deposit-owner.ts";
import { sweepOwner } from "#lib/domain/payments/deposits/exceptions/sweep-owner.ts";
import { payoutOwner } from "#lib/domain/payments/payouts/payout-owner.ts";
import { attributeTransaction } from "#lib/domain/payments/recovery/attribute-transaction.ts";
import { recordRemoved, recordReturned } from "#lib/domain/payments/recovery/removed-payments.ts";
import { movementOwner } from "#lib/domain/payments/transfers/movement-owner.ts";

/** The owners of the relay's transactions, by kind, and the recovery of payments. */
export const relayRegistry: RelayRegistry = {
  owners: {
    deployment: deploymentOwner,
    payout: payoutOwner,
    movement: movementOwner,
    // It serves nothing.
    noop: {
      recordFinal: async () => undefined,
      recordFailed: async () => undefined,
      recordProgress: async () => undefined,
      findProhibition: async () => null,
      findExecution: async () => null,
      decideExecution: requireNoOther,
      readSignedNonce: async () => "unused",
      maySucceedLater: async () => false,
    },
    collection: collectionOwner,
    deposit: depositOwner,
    sweep: sweepOwner,
  },
  recordRemoved,
  recordReturned,
  attribute: attributeTransaction,
};
