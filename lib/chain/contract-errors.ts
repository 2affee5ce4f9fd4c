import { decodeErrorResult, type Hex, parseAbi } from "viem";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";

/** The contract that a revert comes from: Permit2, the payment router, or the token (also for a wallet's contract). */
type ContractParty = "permit2" | "router" | "token";

/** Why a call reverts. `isQuote` for the contract's own words, which its owner chose; otherwise they are ours. */
export type RevertReason = { by: ContractParty; words: string; isQuote: boolean };

const permit2Errors = parseAbi([
  "error InvalidNonce()",
  "error SignatureExpired(uint256 signatureDeadline)",
  "error InvalidAmount(uint256 maxAmount)",
  "error InvalidSigner()",
  "error InvalidSignature()",
  "error InvalidSignatureLength()",
  "error InvalidContractSignature()",
]);

/** ERC-6093, and what stablecoins and wallets by OpenZeppelin add. */
const tokenErrors = parseAbi([
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InvalidSender(address sender)",
  "error ERC20InvalidReceiver(address receiver)",
  "error EnforcedPause()",
  "error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)",
  "error OwnableUnauthorizedAccount(address account)",
  // The router reverts with this one when the token has failed.
  "error SafeERC20FailedOperation(address token)",
]);

const routerErrors = paymentRouterAbi.filter((item) => item.type === "error");

const abi = [...routerErrors, ...permit2Errors, ...tokenErrors];
const namesOf = (errors: readonly { name: string }[]) => new Set(errors.map(({ name }) => name));
const parties = { permit2: namesOf(permit2Errors), router: namesOf(routerErrors) };

const words: Readonly<Record<string, string>> = {
  NotSubmitter: "another wallet has to send this payment",
  Expired: "the payment has expired",
  FeeExceedsAmount: "the fee is more than the amount",
  ZeroAmount: "the amount is zero",
  InvalidRecipient: "the recipient can't receive it",
  WrongAmountReceived: "the token delivers another amount than was sent",
  BalanceChanged: "the token leaves a part behind",
  InvalidNonce: "this signature was already used or cancelled",
  SignatureExpired: "the signature has expired",
  InvalidAmount: "the signature is for a smaller amount",
  InvalidSigner: "the signature isn't the account's",
  InvalidSignature: "the signature isn't valid",
  InvalidSignatureLength: "the signature isn't valid",
  InvalidContractSignature: "the account's contract refuses the signature",
  ERC20InsufficientBalance: "the account doesn't hold enough",
  ERC20InsufficientAllowance: "the approval is too low",
  ERC20InvalidSender: "the account can't send this token",
  ERC20InvalidReceiver: "the recipient can't receive this token",
  EnforcedPause: "transfers are paused",
  AccessControlUnauthorizedAccount: "the account isn't allowed to do this",
  OwnableUnauthorizedAccount: "the account isn't allowed to do this",
  SafeERC20FailedOperation: "the transfer failed",
};

/** Texts of Permit2, which has them from a library that reverts with a text. */
const permit2Texts: Readonly<Record<string, string>> = {
  TRANSFER_FROM_FAILED: "the token doesn't move the amount from the account",
};

/** Describes a revert of Permit2, the router or a token; null for data that isn't a known error of theirs. */
export function describeContractError(data: Hex): RevertReason | null {
  try {
    const { errorName, args }: { errorName: string; args?: readonly unknown[] | undefined } = decodeErrorResult({
      abi,
      data,
    });
    if (errorName === "Error") return describeText(String(args?.[0]));
    const known = words[errorName];
    return known === undefined ? null : { by: partyOf(errorName), words: known, isQuote: false };
  } catch {
    return null;
  }
}

/** Describes a text with which Permit2 reverts; null for any other. */
export function describeText(text: string): RevertReason | null {
  const known = Object.hasOwn(permit2Texts, text) ? permit2Texts[text] : undefined;
  return known === undefined ? null : { by: "permit2", words: known, isQuote: false };
}

function partyOf(errorName: string): ContractParty {
  if (parties.permit2.has(errorName)) return "permit2";
  return parties.router.has(errorName) ? "router" : "token";
}
