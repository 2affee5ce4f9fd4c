import { findTransferRefusal, rememberRefusal } from "#lib/chain/can-receive.ts";
import { getChain } from "#lib/chain/chains.ts";
import type { RevertReason } from "#lib/chain/contract-errors.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { TillError, unusableField } from "#lib/core/errors.ts";
import type { Objection } from "#lib/domain/payments/collection/simulate-option.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/**
 * Explains why the simulation of a collection was refused, by simulating transfers of nothing between its
 * accounts. A refusal that isn't the payer's doing raises an alarm and is remembered for a minute, in which
 * the option is not offered.
 * @param hasCode whether code of the payer's account has a say in the collection, which a signature by key rules out.
 * @returns a TillError: `invalid_state` when the token refuses or the chain's state does; `params_validation` (unusable) when the
 * token would move, so that the account's own code must have refused.
 */
export async function explainRefusal(
  option: PaymentOption,
  objection: Objection,
  hasCode: boolean,
): Promise<TillError> {
  const { chainId, token, router, buyer, recipient, feeRecipient, amount, fee } = option;
  const asset = findToken(toCaip19({ chainId, address: token }))?.symbol ?? "The token";
  const name = `${asset} on ${getChain(chainId).name}`;
  const { received } = objection;
  // Code of the payer can revert with any data, through Permit2 and the router.
  if (received !== null && received < amount && !hasCode) {
    rememberRefusal(chainId, token, router, recipient);
    const facts = { chainId, token, amount: `${amount}`, received: `${received}` };
    raiseAlarm(
      "token_keeps_fee",
      `${chainId}:${token}`,
      facts,
      "a token delivers less than was sent, so it is not offered",
    );
    return refusal(
      `${name} would deliver less than the amount, so it can't be used now.`,
      "Request the options again.",
    );
  }
  const paid = fee > 0n ? [recipient, feeRecipient] : [recipient];
  const [ofPayer, ...ofPaid] = await Promise.all([
    findTransferRefusal(chainId, token, buyer, router),
    ...paid.map((to) => findTransferRefusal(chainId, token, router, to)),
  ]);
  const blocked = ofPaid.findIndex((found) => found !== null);
  if (blocked >= 0) {
    const facts = { chainId, token, recipient: paid[blocked], reason: ofPaid[blocked]?.reason?.words };
    const message = "a token refuses to pay a recipient, so it is not offered";
    raiseAlarm("recipient_blocked", `${chainId}:${token}:${paid[blocked]}`, facts, message);
    return refusal(
      `${name} can't be used for this payment now${worded(ofPaid[blocked]?.reason)}.`,
      "Request the options again.",
    );
  }
  if (ofPayer != null) {
    return refusal(
      `${name} refuses transfers from this account${worded(ofPayer.reason)}.`,
      "Pay with another account or token.",
    );
  }
  if (hasCode) return unusableField("results", `can't be used: ${objection.words}`);
  return refusal(`${refuserOf(name, objection.reason)}${worded(objection.reason)}.`, "Request the options again.");
}

function refusal(why: string, remedy: string): TillError {
  return new TillError("invalid_state", { message: `${why} Nothing was charged. ${remedy}` });
}

/** Says who refuses. A transfer of nothing asks the token alone, so only a simulation of the collection tells the contracts apart. */
function refuserOf(name: string, reason: RevertReason | null): string {
  const others = { permit2: "Permit2", router: "The payment contract" } as const;
  if (reason === null || reason.by === "token") return `${name} refuses this transfer`;
  return `${others[reason.by]} refuses this transfer of ${name}`;
}

/** The reason. A contract's own words are its issuer's, cut to one line by the node's reader, and quoted. */
function worded(reason: RevertReason | null | undefined): string {
  if (!reason) return "";
  return reason.isQuote ? `: "${reason.words.replaceAll('"', "'")}"` : `: ${reason.words}`;
}
