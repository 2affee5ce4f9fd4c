import type { MessageKey } from "#components/checkout/messages/messages.ts";
import type { WalletRefusal } from "#components/checkout/wallet/wallet-errors.ts";

/** The words for each refusal. */
export const refusalMessages = {
  rejected: "sign.rejected",
  pending: "sign.pending",
  locked: "sign.locked",
  blindSigning: "sign.blindSigning",
  noAccount: "sign.noAccount",
  unsupported: "sign.unsupported",
  failed: "sign.walletFailed",
} as const satisfies Record<WalletRefusal["kind"], MessageKey>;
