import type { Hex } from "viem";
import type { Unexplained } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { modeOfChain } from "#lib/core/account-mode.ts";
import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import type { WrongSum } from "#lib/domain/payments/ledger/statement-checks.ts";

/**
 * The kind of a ledger entry: a collection, the debt it creates, our fee of it, a payout, gas, or what the router forwarded to
 * the treasury or the fee recipient; or a part of a refund.
 */
export type LedgerKind =
  | "collected"
  | "owed"
  | "fee"
  | "settled"
  | "gas"
  | "held"
  | "fee_sent"
  | "refund_owed"
  | "refund_collected"
  | "refunded";

/** An inconsistency between a payment, its payout and its transfers on chain. */
export type PaymentFault =
  | "succeeded_without_collection"
  | "collected_less"
  | "collected_by_another_transaction"
  | "collected_without_success"
  | "owes_nothing"
  | "owes_another_amount"
  | "owes_without_success"
  | "settled_on_one_side_only"
  | "settled_by_another_transaction"
  | "settled_less"
  | "settled_more"
  | "settled_and_refunded"
  | "settled_before_its_end";

/**
 * An inconsistency between a refund, its transfers on chain, its payment and, for one from the treasury, the
 * payout that pays it.
 */
export type RefundFault =
  | "moved_without_success"
  | "succeeded_without_transfers"
  | "moved_another_amount"
  | "moved_by_another_transaction"
  | "payout_disagrees"
  | "payment_counts_another_amount"
  | "payment_disagrees";

/** A finding of a reconciliation, each of which raises an alarm. Amounts are smallest units of `asset`. */
export type Difference =
  /** An event without an entry, an entry without an event, or two that differ. */
  | {
      kind: "not_booked" | "booked_without_cause" | "booked_otherwise";
      entry: LedgerKind;
      /** The payment's or refund's id, or `relay:<id>` of the transaction that used gas. */
      subject: string;
      asset: string;
      expected: bigint | null;
      booked: bigint | null;
    }
  | { kind: "payment_does_not_fit"; paymentId: PaymentId; fault: PaymentFault }
  | { kind: "refund_does_not_fit"; refundId: RefundId; fault: RefundFault }
  /** A sum of a merchant's statement isn't that of its ledger entries. */
  | ({ kind: "statement_does_not_fit" } & WrongSum)
  /** A wallet or router holds less or more than the books and the transfers under way say, which no transfer explains. */
  | {
      kind: "deficit" | "surplus";
      chainId: number;
      wallet: Address;
      asset: Caip19;
      books: bigint;
      onChain: bigint;
      underWay: bigint;
      /** Positive for both kinds. */
      amount: bigint;
    }
  /**
   * Tokens or coin left one of our wallets by a transaction that Till knows nothing of: a theft, until a
   * person says otherwise.
   */
  | ({ kind: "missing_transfer" } & OpenTransfer)
  /** A wallet has sent more transactions than we have assigned nonces: its key is used elsewhere. */
  | { kind: "foreign_transaction"; chainId: number; wallet: Address; onChain: bigint; ours: bigint }
  /**
   * A transaction of one of our wallets that Till can't explain: it stays until a person says what it was,
   * even if it moved nothing.
   */
  | ({ kind: "unknown_transaction" } & Unexplained)
  /** A recovery has found what a transaction of one of our wallets paid, but that isn't recorded as paid by it. */
  | ({ kind: "attribution_not_recorded" } & UnrecordedAttribution)
  /** A chain or balance that could not be read, so its books are unverified. */
  | { kind: "not_checked"; chainId: number; wallet: Address | null; asset: string | null; reason: string };

/** True for a difference between a testnet and its books, which is no money. Entries and payments that don't fit are Till's fault anywhere. */
export function isOnTestnet(difference: Difference): boolean {
  return "chainId" in difference && modeOfChain(difference.chainId) === "test";
}

/** A transaction that a recovery has attributed; `subject` is the id of its payment or movement. */
export type UnrecordedAttribution = RelayQueue & { nonce: bigint; txHash: Hex; attribution: string; subject: string };

/** A final block of a chain. */
export type Head = { chainId: number; blockNumber: bigint };

/** A transfer that no payment explains and that waits for a person; `amount` in the smallest unit of `asset`. */
export type OpenTransfer = {
  id: bigint;
  chainId: number;
  /** Ours. */
  wallet: Address;
  counterparty: Address;
  asset: Caip19;
  amount: bigint;
  txHash: Hex;
};

/** The booked and the on-chain balance of an asset of a wallet or router at one final block. */
export type Holding = Head & {
  wallet: Address;
  asset: Caip19;
  books: bigint;
  /** Transfers on chain whose transactions aren't recorded yet: what arrived less what left. */
  underWay: bigint;
  onChain: bigint;
};

/** The books of an asset. What the wallets hold, is missing or lost equals the sum of all debts, fees, surplus and unknown. */
export type AssetTotals = {
  asset: string;
  /** Held by our wallets, treasuries and fee recipients. */
  treasury: bigint;
  owedToMerchants: bigint;
  fees: bigint;
  /** Collected beyond or below a payment's amount; the operator has to return it. */
  owedToBuyers: bigint;
  /** Spent on transactions; only for a chain's native coin. */
  gas: bigint;
  /** Belongs to the operator: kept by a person's decision, or there before the books were opened. */
  surplus: bigint;
  /** Arrived from an unknown sender, and waits for a person. */
  received: bigint;
  /** Left by an unknown transaction, and waits for a person. Never netted with `received`. */
  missing: bigint;
  lost: bigint;
  /** Withdrawn by the operator, less what the operator put in. */
  toOperator: bigint;
};

/** The money that a merchant is owed in an asset. */
export type MerchantTotals = { merchantId: string; asset: string; owed: bigint };

/** The result of a reconciliation; without differences, everything agrees. */
export type Reconciliation = {
  /** True when everything was read; false when only what changed since the last run was. */
  isFull: boolean;
  /** The number of payments that were read; null for all. */
  checkedPayments: number | null;
  differences: Difference[];
  /** True when there were more differences of one kind than are listed. */
  isCutShort: boolean;
  holdings: Holding[];
  totals: AssetTotals[];
  merchants: MerchantTotals[];
  /** Tokens from unknown senders, which wait for a person. No differences, because anyone can send tokens to a wallet. */
  received: OpenTransfer[];
};
