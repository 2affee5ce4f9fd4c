import { type Address, type Caip10, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { invalidField } from "#lib/core/errors.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { listOwnAddresses } from "#lib/domain/merchants/settlement-destinations/own-addresses.ts";
import { parseDestinationAccount } from "#lib/domain/merchants/settlement-destinations/parse-settlement-destination.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RefundMode } from "#lib/domain/payments/refunds/refund.ts";
import { findTransferFacts, type TransferFacts } from "#lib/domain/payments/refunds/transfer-facts.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";

/** The recipient of a refund of a payment that was paid by transfers, and what the payment cost in the token. */
export type TransferRefund = Pick<TransferFacts, "price"> & { recipient: Caip10 };

/**
 * Chooses the account that a refund goes to, if the payment was paid by transfers: the one that the request names, or else the one that
 * the buyer has named. A mark, which moves no money, needs neither.
 * @returns null for other payments: the account that paid is refunded.
 * @throws TillError `params_validation` on `refundAddress` for an account that is missing, that can't be paid, or that the payment
 * can't be refunded to; `bad_gateway` when the screening fails.
 */
export async function chooseRecipient(
  payment: Payment,
  mode: RefundMode,
  asked: string | undefined,
): Promise<TransferRefund | null> {
  const { id, buyer, result, storedStatus, refundedAt } = payment;
  if (storedStatus !== "succeeded" || result === null || refundedAt !== null) return null;
  const facts = buyer === null ? await findTransferFacts(database, id) : null;
  if (facts === null) {
    if (asked === undefined) return null;
    throw invalidField("refundAddress", "must be left out: the refund goes to the account that paid");
  }
  const { price, refundAccount, sender } = facts;
  if (asked !== undefined) return { price, recipient: await requirePayable(payment.id, result.asset, asked) };
  if (refundAccount !== null) return { price, recipient: refundAccount };
  if (mode === "mark") return { price, recipient: sender };
  throw invalidField(
    "refundAddress",
    "is required: the payment was paid by a transfer, whose sender may be an exchange; ask the buyer for an account of their own",
  );
}

const selectOwner = statement({
  name: "refund-address-of-payment",
  text: "SELECT FROM deposit_address WHERE address = $1 OR (payment_id = $2 AND recipient = $1) LIMIT 1",
});

async function requirePayable(paymentId: PaymentId, paid: string, asked: string): Promise<Caip10> {
  const asset = parseCaip19(paid);
  if (asset === null) throw new Error(`payment ${paymentId} was paid in ${paid}`);
  const account = parseDestinationAccount(asset, asked, "refundAddress", await listOwnAddresses(database));
  if (typeof account !== "string") throw invalidField(account.field, account.message);
  const address: Address | undefined = parseCaip10(account)?.address;
  if ((await database.rows(selectOwner, [address ?? "", paymentId])).length > 0) {
    throw invalidField(
      "refundAddress",
      "must be an account of the buyer, not a deposit address or the merchant's wallet",
    );
  }
  if ((await screenAccount(account)) === "accepted") return account;
  throw invalidField(
    "refundAddress",
    "can't be paid: the compliance screening declines it; ask the buyer for another account",
  );
}
