import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId, RefundId } from "#lib/core/ids.ts";

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
  | "settled_before_its_end";

/** An inconsistency between a refund, its transfers on chain and its payment. */
export type RefundFault =
  | "moved_without_success"
  | "succeeded_without_transfers"
  | "moved_another_amount"
  | "moved_by_another_transaction"
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
  /** A wallet holds less than the books say, by more than payouts under way may have taken. */
  | {
      kind: "deficit";
      chainId: number;
      wallet: Address;
      asset: Caip19;
      books: bigint;
      onChain: bigint;
      underWay: bigint;
      missing: bigint;
    }
  /** A wallet has sent more transactions than we have assigned nonces: its key is used elsewhere. */
  | { kind: "foreign_transaction"; chainId: number; wallet: Address; onChain: bigint; ours: bigint }
  /** A chain or balance that could not be read, so its books are unverified. */
  | { kind: "not_checked"; chainId: number; wallet: Address | null; asset: string | null; reason: string };

/** The booked and the on-chain balance of a wallet's token at one final block. */
export type Holding = {
  chainId: number;
  blockNumber: bigint;
  wallet: Address;
  asset: Caip19;
  books: bigint;
  onChain: bigint;
  /** The balance beyond the books and the collections under way: sent by a third party, and owed to no one. */
  surplus: bigint;
};

/** The books of an asset: the treasury equals the debts to merchants, our fees and the debts to buyers. */
export type AssetTotals = {
  asset: string;
  treasury: bigint;
  owedToMerchants: bigint;
  fees: bigint;
  /** Collected beyond or below a payment's amount; the operator has to return it. */
  owedToBuyers: bigint;
  /** Spent on transactions; only for a chain's native coin. */
  gas: bigint;
};

/** The result of a reconciliation; without differences, everything agrees. */
export type Reconciliation = {
  differences: Difference[];
  /** True when there were more differences of one kind than are listed. */
  isCutShort: boolean;
  holdings: Holding[];
  totals: AssetTotals[];
};
