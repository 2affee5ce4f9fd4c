import { unusableField } from "#lib/core/errors.ts";
import type { Tx } from "#lib/db/transaction.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { lockPromised } from "#lib/domain/payments/collection/repository.ts";
import type { Cover } from "#lib/domain/payments/collection/verify-collection.ts";

/** No honest account has so many payments of one token under way, nor so many that came to nothing at our expense. */
const mostOpen = 100;
const mostWastedInAnHour = 10;

/**
 * Checks that a buyer's coins are enough for this payment and all others of theirs that are confirmed and not collected
 * yet: one balance signed away many times would otherwise cost us the gas of all but one (THREATS 11). Locks the
 * buyer's token to the end of the transaction.
 * @throws TillError `params_validation` 422 when they are not, or the account has too many under way.
 */
export async function requireCover(tx: Tx, option: PaymentOption, cover: Cover): Promise<void> {
  const { promised, permitted, open, wasted } = await lockPromised(tx, option, cover.atBlock);
  const refuse = (message: string) => unusableField("optionId", message);
  if (open >= mostOpen) throw refuse("too many payments of this account are under way");
  if (wasted >= mostWastedInAnHour) throw refuse("too many payments of this account have failed within an hour");
  if (promised + option.amount > cover.balance) {
    throw refuse("the account's balance is too small for this and its payments under way");
  }
  if (cover.allowance !== null && permitted + option.amount > cover.allowance) {
    throw refuse("the allowance is too small for this and the account's payments under way");
  }
}
