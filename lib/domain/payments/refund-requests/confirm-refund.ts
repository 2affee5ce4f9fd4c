import { requireUsable } from "#lib/chain/capabilities.ts";
import { isSimulated } from "#lib/chain/chains.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { maySubmit } from "#lib/chain/relay/wallets/wallets.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { isId, type RefundId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findConfirmedRefundOptionId, isOptionUsed } from "#lib/domain/payments/collection/repository.ts";
import { requireCover } from "#lib/domain/payments/collection/require-cover.ts";
import { type Confirmer, confirmOption, type OptionConfirmation } from "#lib/domain/payments/gateway/confirm-option.ts";
import { type WalletAction, walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { findRefundOption } from "#lib/domain/payments/options/option-repository.ts";
import { requireRequested, requireUnscreened } from "#lib/domain/payments/refund-requests/offer-refund-options.ts";
import { recordConfirmedRefund } from "#lib/domain/payments/refunds/record-refund.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { getRefundByToken, listPayers } from "#lib/domain/payments/refunds/refund-request.ts";
import { lockRefund } from "#lib/domain/payments/refunds/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";

/**
 * Accepts the signed results of a merchant's wallet for a requested refund, which moves it to processing: see
 * {@link confirmOption}.
 * @throws TillError `not_found`, and those of {@link confirmOption}.
 */
export async function confirmRefund(
  confirmer: Confirmer,
  token: string,
  { optionId, results }: OptionConfirmation,
): Promise<void> {
  const refund = await getRefundByToken(confirmer.scope, token);
  const { id, paymentId } = refund;
  await confirmOption(
    {
      async findOption() {
        const [confirmed, option] = await Promise.all([
          findConfirmedRefundOptionId(database, id),
          findOption(id, optionId),
        ]);
        return { option, isRepeat: confirmed === optionId };
      },
      requireOpen: () => requireRequested(refund),
      unknownOption,
      // While the token's contract isn't as expected, its network counts as unavailable.
      prepare: ({ chainId, token }) =>
        fromNode(
          chainId,
          requireUsable(chainId, async () => token),
        ),
      async isEndedByScreening() {
        await requireUnscreened(refund);
        return false;
      },
      async accept(tx, option, { attemptId, account, cover, now }) {
        const payment = await lockPayment(tx, paymentId);
        const locked = await lockRefund(tx, id);
        if (payment === null || locked === null) throw new Error(`refund ${id} is not in the database`);
        requireRequested(locked);
        await requireCurrentTerms(tx, locked, option);
        await requireCover(tx, option, cover);
        await recordConfirmedRefund(tx, locked, { attemptId, account }, now);
        return payment;
      },
    },
    confirmer,
    { optionId, results },
  );
}

/**
 * Returns the wallet actions of an option offered earlier. @throws TillError `not_found`; `params_validation`
 * for an option that is not this refund's.
 */
export async function fetchRefundActions(scope: Scope, token: string, optionId: string): Promise<WalletAction[]> {
  const option = await findOption((await getRefundByToken(scope, token)).id, optionId);
  if (option === null) throw unknownOption();
  return walletActions(option);
}

async function findOption(id: RefundId, optionId: string): Promise<PaymentOption | null> {
  return isId("opt", optionId) ? findRefundOption(database, id, optionId) : null;
}

function unknownOption(): TillError {
  return invalidField("optionId", "must be an option of this refund: request its options first");
}

/**
 * Requires that the wallet may still pay the refund, that router and submitter are the current ones, and that
 * the option wasn't used by an attempt that has failed. @throws TillError `quote_expired` otherwise.
 */
async function requireCurrentTerms(tx: Tx, refund: Refund, { id, chainId, submitter, router, buyer }: PaymentOption) {
  const isCurrent =
    !(await isOptionUsed(tx, id)) &&
    router === currentRouter(chainId) &&
    (await maySubmit(tx, { chainId, wallet: submitter })) &&
    (isSimulated(chainId) || (await listPayers(tx, refund)).includes(buyer));
  if (!isCurrent) throw new TillError("quote_expired");
}
