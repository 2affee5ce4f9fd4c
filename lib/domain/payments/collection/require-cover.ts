import { unusableField } from "#lib/core/errors.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { lockPromised } from "#lib/domain/payments/collection/promised-repository.ts";
import type { Cover } from "#lib/domain/payments/collection/verify-collection.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";

/** Far beyond an honest account: payments in progress of one token, and those of the last hour that cost us gas in vain. */
const maxOpen = 100;
const maxWastedPerHour = 10;

/**
 * Checks that a buyer's balance covers this payment and all other confirmed ones that are not collected yet. Otherwise a
 * buyer could promise one balance to many payments, and we would pay gas for all of them while only one can succeed.
 * Locks the buyer's token until the transaction ends.
 * @throws TillError `params_validation` when it does not, or the account has too many payments in progress.
 */
export async function requireCover(tx: Tx, option: PaymentOption, cover: Cover): Promise<void> {
  const { promised, permitted, open, wasted } = await lockPromised(tx, option, cover.atBlock);
  const refuse = (message: string) => unusableField("optionId", message);
  if (open >= maxOpen) {
    throw refuse("can't be collected: the account has too many payments in progress; wait until some of them end");
  }
  if (wasted >= maxWastedPerHour) {
    throw refuse("can't be collected: too many payments of the account failed within the last hour; try again later");
  }
  if (promised + option.amount > cover.balance) {
    throw refuse(
      "can't be collected: the account's balance doesn't cover this payment and those in progress; add funds or choose another option",
    );
  }
  if (cover.allowance !== null && permitted + option.amount > cover.allowance) {
    throw refuse(
      "can't be collected: the allowance doesn't cover this payment and those in progress; wait until those end, then request new options",
    );
  }
}
