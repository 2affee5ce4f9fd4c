import { type Caip10, parseCaip10 } from "#lib/core/caip.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findAddress, setRefundAccount } from "#lib/domain/payments/deposit-addresses/repository.ts";
import { unsealTerms } from "#lib/domain/payments/deposits/journal.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";

/** The account that a buyer names for refunds of transfers. */
export type NamedRefundAccount = { paymentId: PaymentId; partnerId: PartnerId; account: Caip10 };

/**
 * Stores the account that refunds of transfers to an address go to, as the buyer names it: the browser that was shown the address has its code.
 * It is named once; naming the same one again changes nothing.
 * @throws TillError `payment_not_found`; `params_validation` for another address's code, or an account on another chain or one that the
 * screening declines; `invalid_state` when another account was named before; `bad_gateway` when the screening fails.
 */
export async function nameRefundAccount(
  scope: Scope,
  idOrLink: string,
  { code, account }: { code: string; account: string },
): Promise<NamedRefundAccount> {
  const { id: paymentId, partnerId } = await getPayment(scope, paymentIdOf(idOrLink));
  const terms = unsealTerms(code);
  if (terms === null || terms.paymentId !== paymentId)
    throw invalidField("code", "must be the code of an address of this payment");
  const parsed = parseCaip10(account);
  if (parsed === null || parsed.chainId !== terms.chainId) {
    throw invalidField("account", `must be a CAIP-10 account on eip155:${terms.chainId}, the network of the address`);
  }
  if (parsed.address === terms.address)
    throw invalidField("account", "must be your own account, not the deposit address");
  if ((await screenAccount(account as Caip10)) !== "accepted")
    throw invalidField("account", "can't be paid; name another one");
  return inTransaction(async (tx) => {
    const isNamed = await setRefundAccount(tx, terms.address, account as Caip10);
    const stored = await findAddress(tx, terms.address);
    if (stored === null) throw invalidField("code", "must be the code of an address of this payment");
    if (!isNamed && stored.refundAccount !== account) {
      throw new TillError("invalid_state", {
        message: "Another account was named before. Ask the merchant to change it.",
      });
    }
    return { paymentId, partnerId, account: account as Caip10 };
  });
}
