import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";

/** What an entry is about: what a collection brought, what it owes and our part of it, what a settlement took, gas. */
export type LedgerKind = "collected" | "owed" | "fee" | "settled" | "gas";

/** A way in which a payment and what the chain has shown for it don't fit. */
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

/** Something that should not be: an alarm, each one. Amounts are smallest units of `asset`. */
export type Difference =
  /** What happened has no entry, an entry has nothing that happened, or the two don't say the same. */
  | {
      kind: "not_booked" | "booked_without_cause" | "booked_otherwise";
      entry: LedgerKind;
      /** The payment, or `relay:<id>` of what cost gas. */
      subject: string;
      asset: string;
      expected: bigint | null;
      booked: bigint | null;
    }
  | { kind: "payment_does_not_fit"; paymentId: PaymentId; fault: PaymentFault }
  /** A wallet has less than the books say, beyond what settlements that are under way may have taken. */
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
  /** More transactions have left a wallet than we have ever numbered: somebody else has its key. */
  | { kind: "foreign_transaction"; chainId: number; wallet: Address; onChain: bigint; ours: bigint }
  /** What could not be looked at, and so is not known to be right. */
  | { kind: "not_checked"; chainId: number; wallet: Address | null; asset: string | null; reason: string };

/** A wallet and a token, as the books and the chain have it at one final block. */
export type Holding = {
  chainId: number;
  blockNumber: bigint;
  wallet: Address;
  asset: Caip19;
  books: bigint;
  onChain: bigint;
  /** What is on the chain beyond the books and the collections under way: somebody sent it, it is nobody's debt. */
  surplus: bigint;
};

/** What the books say of an asset: what wallets hold is what merchants are owed, our fees, and what is due to buyers. */
export type AssetTotals = {
  asset: string;
  treasury: bigint;
  owedToMerchants: bigint;
  fees: bigint;
  /** Collected, but not enough for its payment, or more than that; somebody has to send it back. */
  owedToBuyers: bigint;
  /** Spent for transactions; of a chain's own coin alone. */
  gas: bigint;
};

/** The whole of a reconciliation; nothing is wrong where there are no differences. */
export type Reconciliation = {
  differences: Difference[];
  /** True when there were more differences of a sort than are listed. */
  isCutShort: boolean;
  holdings: Holding[];
  totals: AssetTotals[];
};
