import { canReceive } from "#lib/chain/can-receive.ts";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { expectedSeconds, getChain, isSimulated } from "#lib/chain/chains.ts";
import { findCollectionCost } from "#lib/chain/gas-price.ts";
import { readHoldings } from "#lib/chain/holdings.ts";
import { fromNode, networkUnavailable } from "#lib/chain/nodes/node-error.ts";
import { neededApprovals } from "#lib/chain/permits/permit2.ts";
import { chooseWallet, listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { type Address, type ChainAccount, chainIdOf, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { invalidField, TillError, unusableField } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { takesContractSignatures } from "#lib/domain/payments/collection/verify-signature.ts";
import type { OfferedOption } from "#lib/domain/payments/gateway/list-options.ts";
import { coversRefundGas } from "#lib/domain/payments/minimum/minimum-payments.ts";
import { optionNonce } from "#lib/domain/payments/options/option.ts";
import { insertOptions } from "#lib/domain/payments/options/option-repository.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import type { RefundOption } from "#lib/domain/payments/refunds/record-refund.ts";
import { type Refund, refundStateAt } from "#lib/domain/payments/refunds/refund.ts";
import { getRefundByToken, listPayers } from "#lib/domain/payments/refunds/refund-request.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";
import { requireGasLeft } from "#lib/domain/platform/gas-budget/require-gas-left.ts";

const optionValidMs = 5 * 60_000;
/** An option with the facts that are shown but not stored. */
export type OfferedRefund = Omit<OfferedOption, "exchangeRate">;

/** As for payments: a confirm of the last second can still be executed. */
const graceSeconds = 300n;

/**
 * Offers a merchant's wallet the option to pay a requested refund: by EIP-3009 where the token has it, by Permit2 otherwise.
 * @param account the wallet, as CAIP-10.
 * @throws TillError `not_found`; `invalid_state` for a refund that isn't requested any longer, or whose buyer
 * can't receive it; `params_validation` for a wallet that may not pay it, that can't sign for the token or
 * whose balance is too small; `rate_limited` when the partner's budget for gas is used up; `bad_gateway` when
 * the chain doesn't answer.
 */
export async function offerRefundOptions(
  scope: Scope,
  token: string,
  account: string,
  rates: RateSource,
): Promise<OfferedRefund[]> {
  const refund = await getRefundByToken(scope, token);
  requireRequested(refund);
  const payer = await requirePayer(refund, account);
  await requireUnscreened(refund);
  const offered = await readOption(refund, { account, payer }, rates);
  const { option } = offered;
  if (option.approvals.length > 0) {
    await requireGasLeft(refund.partnerId, null, (await findCollectionCost(option.chainId)) ?? 0n);
  }
  await insertOptions(database, [option]);
  return [offered];
}

/** Requires that a refund still awaits its signature. @throws TillError `invalid_state`. */
export function requireRequested(refund: Refund): void {
  const state = refundStateAt(refund, clock.now());
  if (state === "requested") return;
  throw new TillError("invalid_state", { message: `The refund's status is ${state}, so it can't be signed.` });
}

/** Screens the buyer, who may have been added to a list since the payment. @throws TillError `invalid_state`, `bad_gateway`. */
export async function requireUnscreened({ recipient }: Refund): Promise<void> {
  if ((await screenAccount(recipient)) !== "accepted") throw declinedBuyer();
}

/** Makes the error for a refund to a buyer whom the screening declines. */
export function declinedBuyer(): TillError {
  const message =
    "The refund can't be paid, because the buyer's account was declined by the compliance screening. Contact the operator.";
  return new TillError("invalid_state", { message });
}

async function requirePayer(refund: Refund, account: string): Promise<ChainAccount> {
  const parsed = parseCaip10(account);
  if (parsed === null) throw invalidField("account", "must be a CAIP-10 account");
  const chainId = chainIdOf(refund.asset);
  const payers = await listPayers(database, refund);
  // On the simulated chain, any account may stand for the merchant's.
  if (parsed.chainId === chainId && (isSimulated(chainId) || payers.includes(parsed.address))) return parsed;
  const names = payers.map((address) => toCaip10({ chainId, address })).join(" or ");
  throw invalidField(
    "account",
    `can't pay this refund: connect ${names}, which received the payment or is its destination`,
  );
}

type Payer = { account: string; payer: ChainAccount };

async function readOption(refund: Refund, { account, payer }: Payer, rates: RateSource): Promise<OfferedRefund> {
  const { chainId, address } = payer;
  const submitter = chooseWallet(await listWallets(database, chainId), refund.paymentId);
  const usable = (await fromNode(chainId, usableTokens(chainId))).find(({ token }) => assetOf(token) === refund.asset);
  if (usable === undefined || submitter === null) throw networkUnavailable([chainId]);
  const { token, method, domain } = usable;
  const router = currentRouter(chainId);
  const recipient = addressOf(refund);
  const [[holder], isOpen, isCovered] = await Promise.all([
    fromNode(chainId, readHoldings(chainId, [address], [token.address])),
    canReceive(chainId, token.address, router, recipient),
    coversRefundGas(token, refund.amount, rates),
  ]);
  if (!isOpen) throw new TillError("invalid_state", { message: "The token refuses to pay the buyer's account." });
  if (!isCovered) {
    const message = `The refund is worth too little for the current network costs on ${getChain(chainId).name}. Try again later.`;
    throw new TillError("invalid_state", { message });
  }
  const { balance = 0n, allowance = 0n } = holder?.holdings[0] ?? {};
  if (balance < refund.amount) {
    const text = (amount: bigint) => `${formatAtomic(amount, token.decimals)} ${token.symbol}`;
    const message = `is ${text(balance)}, less than the refund of ${text(refund.amount)}: add funds to the account, then try again`;
    throw unusableField("balance", message);
  }
  const option = toOption(refund, {
    account,
    chainId,
    token: token.address,
    buyer: address,
    recipient,
    router,
    submitter,
    method,
    domain,
    approvals: method === "permit2" ? neededApprovals(token, allowance, refund.amount) : [],
  });
  if (holder?.isContract === true && !takesContractSignatures(option)) {
    throw unusableField("account", "is a contract wallet, whose signatures the token doesn't accept: pay another way");
  }
  return { option, balance, etaSeconds: expectedSeconds(getChain(chainId), option.approvals.length) };
}

type Terms = Pick<
  RefundOption,
  "account" | "chainId" | "token" | "buyer" | "recipient" | "router" | "submitter" | "method" | "domain" | "approvals"
>;

function toOption({ id: refundId, paymentId, amount, expiresAt: ends }: Refund, terms: Terms): RefundOption {
  const now = clock.now();
  const expiresAt = new Date(Math.min(now.getTime() + optionValidMs, ends?.getTime() ?? Infinity));
  const option = {
    ...terms,
    id: newId("opt", now),
    paymentId,
    refundId,
    amount,
    fee: 0n,
    // Receives nothing, because there is no fee.
    feeRecipient: terms.recipient,
    isHeld: false,
    validBefore: BigInt(toUnixSeconds(expiresAt)) + graceSeconds,
    expiresAt,
    createdAt: now,
  };
  return { ...option, nonce: optionNonce(option) };
}

function addressOf({ id, recipient }: Refund): Address {
  const account = parseCaip10(recipient);
  if (account === null) throw new Error(`refund ${id} has no readable recipient`);
  return account.address;
}
