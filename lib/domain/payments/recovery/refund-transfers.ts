import { decodeFunctionData, type Hex, isAddressEqual } from "viem";
import { eip3009Abi, erc20Abi } from "#lib/chain/contracts.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import {
  type Explanation,
  listOpenUnknown,
  resolveTransaction,
} from "#lib/chain/relay/nonces/quarantine-repository.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { actAs } from "#lib/core/actor.ts";
import { type Address, type Caip10, toCaip10 } from "#lib/core/caip.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockTransfersOf } from "#lib/domain/payments/ledger/transfers/repository.ts";
import { listClaimedLogs, listCollectedAfter } from "#lib/domain/payments/payouts/owner/repository.ts";
import { findPayoutLocked, type Payout } from "#lib/domain/payments/payouts/repository.ts";
import { recoveryActor, restoreHeldRefund } from "#lib/domain/payments/recovery/restore-held-refund.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/**
 * Records a person's finding that an unknown transaction of a wallet was the refund of a payment from the
 * treasury. The refund is made again, and a payout to the merchant that was ordered since is withdrawn.
 * @throws Error with the reason, for the operator; then nothing is changed.
 */
export async function resolveAsRefund(
  queue: RelayQueue,
  nonce: bigint,
  paymentId: string,
  explanation: Explanation,
): Promise<void> {
  const open = (await listOpenUnknown(database, queue)).find((each) => each.nonce === nonce);
  if (open === undefined || open.attribution !== "unknown") {
    throw new Error(`No unknown transaction of ${queue.wallet} with the nonce ${nonce} needs a person.`);
  }
  const hash = open.txHash as Hex;
  const { to, input, blockNumber } = await chainClient(queue.chainId).getTransaction({ hash });
  const transfer = parseTransfer(input);
  if (to === null || transfer === null) throw new Error(`${hash} isn't a transfer of a token.`);
  await actAs(recoveryActor, () =>
    inTransaction(async (tx) => {
      await lockTransfersOf(tx, queue.chainId, hash);
      if ((await listClaimedLogs(tx, queue.chainId, hash)).length > 0) {
        throw new Error(`${hash} is recorded as something else already: see npm run treasury -- history.`);
      }
      const isRestored =
        isId("pay", paymentId) &&
        blockNumber !== null &&
        (await listCollectedAfter(tx, [paymentId], blockNumber)).length === 0 &&
        (await restoreHeldRefund(tx, paymentId, { isProven: true })) &&
        isMadeBy(queue, { token: to, ...transfer }, await findPayoutLocked(tx, paymentId));
      if (!isRestored) {
        throw new Error(
          `${hash} isn't the refund of ${paymentId}: the amount, the token or the buyer is another one, its money was collected later, or its payout was sent or refunded.`,
        );
      }
      await resolveTransaction(tx, queue, nonce, { ...explanation, refundOf: paymentId });
    }),
  );
}

/** True if a transfer of a wallet is what a payout, which is a refund by now, sends to the buyer. */
function isMadeBy(
  { chainId, wallet }: RelayQueue,
  { token: address, recipient, amount }: Transfer & { token: Address },
  payout: Payout | null,
): boolean {
  const token = tokensOfChain(chainId).find((each) => isAddressEqual(each.address, address));
  return (
    token !== undefined &&
    payout?.asset === assetOf(token) &&
    payout.treasury === wallet &&
    payout.amount === amount &&
    payout.destination === toCaip10({ chainId, address: recipient })
  );
}

/** Lists those payments among the ones that are owed whose buyer was paid. */
export async function findRefunded(owed: readonly Payout[], recipient: Caip10): Promise<PaymentId[]> {
  const ofMerchants = owed.filter(({ refundId }) => refundId === null).map(({ paymentId }) => paymentId);
  if (ofMerchants.length === 0) return [];
  const payments = await listPaymentsById(database, ofMerchants);
  return payments.filter(({ buyer }) => buyer?.account === recipient).map(({ id }) => id);
}

/** A transfer of a token by its holder; `nonce` is that of an authorization. */
export type Transfer = { recipient: Address; amount: bigint; nonce: Hex | null };

/** Parses a transfer as payouts make it: a plain one, or by an authorization of the wallet, which has the payout's nonce. */
export function parseTransfer(data: Hex): Transfer | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: [...erc20Abi, ...eip3009Abi], data });
    if (functionName === "transferWithAuthorization") return { recipient: args[1], amount: args[2], nonce: args[5] };
    return functionName === "transfer" ? { recipient: args[0], amount: args[1], nonce: null } : null;
  } catch {
    return null;
  }
}
