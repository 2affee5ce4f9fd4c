import { canReceive } from "#lib/chain/can-receive.ts";
import { type Custody, findCustody } from "#lib/chain/custody.ts";
import { maySubmit } from "#lib/chain/relay/wallets/wallets.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { type Address, type Caip10, parseCaip10, toCaip19 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import type { MerchantId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDestination, readSettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/** The router of an option, and the accounts that it pays. */
export type Recipients = Pick<PaymentOption, "router" | "recipient" | "isHeld" | "feeRecipient">;

/**
 * Decides who an option of a token pays: the merchant's destination, or the treasury while there is none, and the fee
 * recipient, or the treasury where the token blocks that.
 * @returns null when the option can't be offered, because the token blocks the recipient, or both who could take the fee; an
 * alarm is raised.
 */
export async function chooseRecipients(
  { chainId, token }: { chainId: number; token: Address },
  destination: Caip10 | null,
  custody: Custody,
): Promise<Recipients | null> {
  const router = currentRouter(chainId);
  const { treasury, feeRecipient } = custody;
  const recipient = addressOf(destination) ?? treasury;
  const [isOpen, takesFee, treasuryTakesFee] = await Promise.all(
    [recipient, feeRecipient, treasury].map((to) => canReceive(chainId, token, router, to)),
  );
  const isPayable = isOpen === true && recipient !== token && recipient !== router;
  if (!isPayable || !(takesFee || treasuryTakesFee)) {
    const facts = { chainId, token, recipient, feeRecipient, treasury };
    const message = "a token refuses to pay a recipient, so it is not offered";
    raiseAlarm("recipient_blocked", `${chainId}:${token}:${recipient}`, facts, message);
    return null;
  }
  return { router, recipient, isHeld: destination === null, feeRecipient: takesFee ? feeRecipient : treasury };
}

/**
 * Requires that an option's router, destination and fee recipient are still the current ones, so that a replaced destination is
 * no longer paid, that its submitter is not quarantined, and that its money may be held if it would be.
 * @throws TillError `quote_expired` when one of them has changed.
 */
export async function requireCurrentRecipients(tx: Tx, merchantId: MerchantId, option: PaymentOption): Promise<void> {
  const { chainId, token, router, submitter, recipient, feeRecipient, isHeld } = option;
  const [destination, custody, mayBeHeld, isSubmitting] = await Promise.all([
    findDestination(tx, merchantId, toCaip19({ chainId, address: token })),
    findCustody(tx, chainId),
    isHeld ? readSettlementTerms(tx, merchantId).then(({ onlySettleable }) => !onlySettleable) : true,
    maySubmit(tx, { chainId, wallet: submitter }),
  ]);
  const isCurrent =
    custody !== null &&
    mayBeHeld &&
    isSubmitting &&
    router === currentRouter(chainId) &&
    isHeld === (destination === null) &&
    recipient === (addressOf(destination) ?? custody.treasury) &&
    (feeRecipient === custody.feeRecipient || feeRecipient === custody.treasury);
  if (!isCurrent) throw new TillError("quote_expired");
}

function addressOf(account: Caip10 | null): Address | null {
  return account === null ? null : (parseCaip10(account)?.address ?? null);
}
