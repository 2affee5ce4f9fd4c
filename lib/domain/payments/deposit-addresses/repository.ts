import type { SeenTransfer } from "#lib/chain/deposits/read-deposits.ts";
import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { AttemptId, MerchantId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { insertOf, type RowOf, reader, selectList } from "#lib/db/fields.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import {
  type DepositAddress,
  type DepositAddressState,
  depositAddressFields,
  depositTermFields,
  type WatchedAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";

type Row = RowOf<typeof depositAddressFields>;
const columns = selectList(depositAddressFields, "d");
const toAddress = reader(depositAddressFields);

const { columns: inserted, parameters, values } = insertOf(depositTermFields);
const insert = statement({
  name: "deposit-address-insert",
  text: `INSERT INTO deposit_address (${inserted}) VALUES (${parameters}) ON CONFLICT (address) DO NOTHING RETURNING address`,
});
const markPayment = statement({
  name: "payment-has-deposit-address",
  text: "UPDATE payment SET has_deposit_address = true WHERE id = $1 AND NOT has_deposit_address",
});

/** Stores an address of a locked payment, which is open until its addresses are closed from then on. @returns false when it is known. */
export async function insertAddress(tx: Queryable, address: DepositAddress): Promise<boolean> {
  const isNew = (await tx.rows(insert, values(address))).length > 0;
  await tx.rows(markPayment, [address.paymentId]);
  return isNew;
}

const selectOfPayment = statement<Row>({
  name: "deposit-addresses-of-payment",
  text: `SELECT ${columns} FROM deposit_address d WHERE payment_id = $1 ORDER BY created_at, number`,
});

/** Lists a payment's addresses in the order in which they were given. */
export async function listAddresses(on: Queryable, paymentId: PaymentId): Promise<WatchedAddress[]> {
  return (await on.rows(selectOfPayment, [paymentId])).map(toAddress);
}

const journaled = statement({
  name: "deposit-address-journaled",
  text: "UPDATE deposit_address SET journaled_at = $2 WHERE address = $1 AND journaled_at IS NULL",
});

/** Records that an address's terms are in the journal. */
export async function markJournaled(on: Queryable, address: Address, now: Date): Promise<void> {
  await on.rows(journaled, [address, now]);
}

const selectUnfinished = statement<Row>({
  name: "deposit-addresses-unfinished",
  text: `SELECT ${columns} FROM deposit_address d WHERE chain_id = $1 AND state <> 'closed' AND address > $2
    ORDER BY address LIMIT $3`,
});

/** Lists a chain's addresses that aren't closed, a page after an address; `""` for the first. */
export async function listUnfinished(
  on: Queryable,
  chainId: number,
  after: string,
  limit: number,
): Promise<WatchedAddress[]> {
  return (await on.rows(selectUnfinished, [chainId, after, limit])).map(toAddress);
}

const lockOne = statement<Row>({
  name: "deposit-address-lock",
  text: `SELECT ${columns} FROM deposit_address d WHERE address = $1 FOR UPDATE`,
});

/** Reads an address and locks its row until the transaction ends. @throws Error for an unknown one. */
export async function lockAddress(tx: Queryable, address: Address): Promise<WatchedAddress> {
  const [row] = await tx.rows(lockOne, [address]);
  if (row === undefined) throw new Error(`there is no deposit address ${address}`);
  return toAddress(row);
}

const selectOne = statement<Row>({
  name: "deposit-address-one",
  text: `SELECT ${columns} FROM deposit_address d WHERE address = $1`,
});

/** Returns an address, or null. */
export async function findAddress(on: Queryable, address: Address): Promise<WatchedAddress | null> {
  const [row] = await on.rows(selectOne, [address]);
  return row === undefined ? null : toAddress(row);
}

const updateBalances = statement({
  name: "deposit-address-balances",
  text: `UPDATE deposit_address d SET seen = n.seen, received = n.received
    FROM unnest($1::text[], $2::numeric[], $3::numeric[]) AS n (address, seen, received)
    WHERE d.address = n.address AND (d.seen, d.received) IS DISTINCT FROM (n.seen, n.received)`,
});

/** Stores balances that have changed. */
export async function setBalances(
  on: Queryable,
  balances: readonly Pick<WatchedAddress, "address" | "seen" | "received">[],
): Promise<void> {
  if (balances.length === 0) return;
  await on.rows(updateBalances, [
    balances.map(({ address }) => address),
    balances.map(({ seen }) => String(seen)),
    balances.map(({ received }) => String(received)),
  ]);
}

const updateState = statement({
  name: "deposit-address-state",
  text: `UPDATE deposit_address SET state = $2::deposit_address_state,
      next_check_at = CASE WHEN $2 = 'closed' THEN least(next_check_at, now()) ELSE next_check_at END
    WHERE address = ANY($1::text[])`,
});

/** Moves addresses to a state. A closed one is looked at for what else is there. */
export async function setState(
  tx: Queryable,
  addresses: readonly Address[],
  state: DepositAddressState,
): Promise<void> {
  await tx.rows(updateState, [addresses, state]);
}

const updateEmptied = statement({
  name: "deposit-address-emptied",
  text: `UPDATE deposit_address SET seen = 0, received = 0, emptied_block = greatest(emptied_block, $2)
    WHERE address = $1`,
});

/** Records that what was at an address was sent away in a block. */
export async function markEmptied(tx: Queryable, address: Address, block: bigint): Promise<void> {
  await tx.rows(updateEmptied, [address, block]);
}

const updateAccepted = statement({
  name: "deposit-address-accepted",
  text: "UPDATE deposit_address SET accepted = $2, state = 'collecting' WHERE address = $1",
});

/** Has an amount collected that doesn't pay the payment by itself: a member accepts it. */
export async function acceptAmount(tx: Queryable, address: Address, accepted: AtomicAmount): Promise<void> {
  await tx.rows(updateAccepted, [address, accepted]);
}

const updateRefundAccount = statement({
  name: "deposit-address-refund-account",
  text: "UPDATE deposit_address SET refund_account = $2 WHERE address = $1 AND refund_account IS NULL RETURNING address",
});

/** Stores the buyer's account for refunds. @returns false when one was named before, or the address is unknown. */
export async function setRefundAccount(tx: Queryable, address: Address, account: Caip10): Promise<boolean> {
  return (await tx.rows(updateRefundAccount, [address, account])).length > 0;
}

const selectDue = statement<Row>({
  name: "deposit-addresses-due",
  text: `SELECT ${columns} FROM deposit_address d WHERE chain_id = $1 AND next_check_at <= $2 ORDER BY next_check_at LIMIT $3`,
});

/** Lists addresses of a chain at which every token has to be looked at. */
export async function listDue(on: Queryable, chainId: number, now: Date, limit: number): Promise<WatchedAddress[]> {
  return (await on.rows(selectDue, [chainId, now, limit])).map(toAddress);
}

const updateDue = statement({
  name: "deposit-address-next-checks",
  text: `UPDATE deposit_address d SET next_check_at = n.at FROM unnest($1::text[], $2::timestamptz[]) AS n (address, at)
    WHERE d.address = n.address`,
});

/** Sets when addresses are looked at next; null for never again. */
export async function setNextChecks(
  on: Queryable,
  checks: readonly { address: Address; at: Date | null }[],
): Promise<void> {
  await on.rows(updateDue, [checks.map(({ address }) => address), checks.map(({ at }) => at?.toISOString() ?? null)]);
}

const insertTransferRows = statement({
  name: "deposit-transfers-insert",
  text: `INSERT INTO deposit_transfer (chain_id, tx_hash, log_index, address, sender, amount, block_number, block_time, created_at)
    SELECT $1, n.*, $9 FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::numeric[], $7::bigint[], $8::timestamptz[]) AS n
    ON CONFLICT DO NOTHING`,
});

/** A transfer in a final block. */
export type FinalTransfer = Omit<SeenTransfer, "token"> & { blockTime: Date };

/** Stores transfers of a chain that aren't known yet. */
export async function insertDeposits(
  on: Queryable,
  chainId: number,
  transfers: readonly FinalTransfer[],
  now: Date,
): Promise<void> {
  await on.rows(insertTransferRows, [
    chainId,
    transfers.map(({ txHash }) => txHash),
    transfers.map(({ logIndex }) => logIndex),
    transfers.map(({ address }) => address),
    transfers.map(({ sender }) => sender),
    transfers.map(({ amount }) => String(amount)),
    transfers.map(({ blockNumber }) => String(blockNumber)),
    transfers.map(({ blockTime }) => blockTime.toISOString()),
    now,
  ]);
}

const insertAttemptRow = statement({
  name: "deposit-attempt-insert",
  text: `INSERT INTO payment_attempt (id, payment_id, deposit_address, signature, created_at, updated_at)
    VALUES ($1, $2, $3, '0x', $4, $4)`,
});

/** Inserts an attempt to collect an address. A second live attempt of a payment is a unique violation. */
export async function insertDepositAttempt(
  tx: Queryable,
  { id, address, now }: { id: AttemptId; address: Pick<DepositAddress, "address" | "paymentId">; now: Date },
): Promise<void> {
  await tx.rows(insertAttemptRow, [id, address.paymentId, address.address, now]);
}

const selectOfAttempts = statement<Row & { attempt_id: AttemptId }>({
  name: "deposit-addresses-of-attempts",
  text: `SELECT a.id AS attempt_id, ${columns}
    FROM payment_attempt a JOIN deposit_address d ON d.address = a.deposit_address WHERE a.id = ANY($1::text[])`,
});

/** Returns the addresses that attempts collect, by attempt. */
export async function listAddressesOfAttempts(
  on: Queryable,
  attemptIds: readonly AttemptId[],
): Promise<Map<AttemptId, WatchedAddress>> {
  const rows = await on.rows(selectOfAttempts, [attemptIds]);
  return new Map(rows.map((row) => [row.attempt_id, toAddress(row)]));
}

/** Returns the address that an attempt collects. @throws Error for an attempt without one. */
export async function getAddressOfAttempt(on: Queryable, attemptId: AttemptId): Promise<WatchedAddress> {
  const address = (await listAddressesOfAttempts(on, [attemptId])).get(attemptId);
  if (address === undefined) throw new Error(`attempt ${attemptId} has no deposit address`);
  return address;
}

const selectLive = statement<{ id: AttemptId }>({
  name: "deposit-attempt-live",
  text: "SELECT id FROM payment_attempt WHERE deposit_address = $1 AND state <> 'rejected'",
});

/** Returns the attempt that collects the address, or has collected it; null while there is none. */
export async function findAttemptOfAddress(on: Queryable, address: Address): Promise<AttemptId | null> {
  return (await on.rows(selectLive, [address]))[0]?.id ?? null;
}

const selectDestinationAge = statement<{ since: Date }>({
  name: "deposit-destination-age",
  text: "SELECT updated_at AS since FROM settlement_destination WHERE merchant_id = $1 AND asset = $2",
});

/** Returns since when the merchant's destination for an asset has been what it is; null without one. */
export async function findDestinationAge(on: Queryable, merchantId: MerchantId, asset: Caip19): Promise<Date | null> {
  return (await on.rows(selectDestinationAge, [merchantId, asset]))[0]?.since ?? null;
}

const selectSender = statement<{ sender: Address }>({
  name: "deposit-largest-sender",
  text: `SELECT sender FROM deposit_transfer WHERE address = $1 GROUP BY sender ORDER BY sum(amount) DESC, sender LIMIT 1`,
});

/** Returns who sent the largest part to an address; null while no transfer is recorded. */
export async function findSender(on: Queryable, address: Address): Promise<Address | null> {
  return (await on.rows(selectSender, [address]))[0]?.sender ?? null;
}

const selectKnown = statement<{ address: Address }>({
  name: "deposit-addresses-known",
  text: "SELECT address FROM deposit_address d WHERE address = ANY($1::text[])",
});
const selectJournaled = statement<{ address: Address }>({
  name: "deposit-addresses-journaled",
  text: "SELECT address FROM deposit_address d WHERE state <> 'closed' AND journaled_at IS NOT NULL",
});

/** Returns those of the addresses that the database has. */
export async function listKnown(on: Queryable, addresses: readonly Address[]): Promise<Address[]> {
  return (await on.rows(selectKnown, [addresses])).map(({ address }) => address);
}

/** Lists the addresses that aren't closed and were written to the journal. */
export async function listJournaled(on: Queryable): Promise<Address[]> {
  return (await on.rows(selectJournaled, [])).map(({ address }) => address);
}
