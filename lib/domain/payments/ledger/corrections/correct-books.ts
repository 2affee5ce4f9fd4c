import { currentActor } from "#lib/core/actor.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import {
  type Correction,
  insertCorrection,
  listUnknownAccounts,
} from "#lib/domain/payments/ledger/corrections/repository.ts";
import { log } from "#lib/log/log.ts";

/** A correction as the operator requests it. `amount` in smallest units of `asset`. */
export type RequestedCorrection = Omit<Correction, "madeBy">;

/**
 * Throws the reason, for the operator, when a correction doesn't name two different accounts of the books, or names a merchant's:
 * balances and statements are sums of entries of payments, and a correction has no payment.
 */
export async function requireAccounts(on: Queryable, { debit, credit }: RequestedCorrection): Promise<void> {
  if (debit === credit) throw new Error(`A correction needs two different accounts; both are ${debit}.`);
  const ofMerchant = [debit, credit].find((account) => account.startsWith("merchant:"));
  if (ofMerchant !== undefined) {
    throw new Error(
      `${ofMerchant} can't be corrected: a merchant's balance and statement list payments, payouts and refunds only, and would ` +
        "no longer agree with the books. Name another account, such as operator or loss, and settle with the merchant directly.",
    );
  }
  const unknown = await listUnknownAccounts(on, [debit, credit]);
  if (unknown.length === 0) return;
  throw new Error(
    `${unknown.join(" and ")}: no such account. Accounts are buyers, gas, surplus, loss, operator, suspense:received, ` +
      "suspense:missing, operator:<chain id>, fees:<partner id>, treasury:<chain id>:<address> and " +
      "router:<chain id>:<address> of Till's own addresses.",
  );
}

/**
 * Books a correction: moves nothing on chain, adds to one account and subtracts from another, with a reason and its author. It
 * can't be changed; another correction can take it back.
 * @returns the entry's id. @throws Error with the reason, for the operator, when an account doesn't exist or is a merchant's.
 */
export async function correctBooks(request: RequestedCorrection): Promise<bigint> {
  await requireAccounts(database, request);
  const madeBy = currentActor()?.name ?? "service";
  const id = await insertCorrection(database, { ...request, madeBy });
  log().warn({ correction: id, ...request, madeBy }, "the books were corrected by hand");
  return id;
}
