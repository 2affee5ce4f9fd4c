import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { type LivePartnerId, newId, type PartnerId, type TestPartnerId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";

const selectTest = statement<{ id: TestPartnerId }>({
  name: "partner-test-account",
  text: "SELECT id FROM partner WHERE live_account_id = $1",
});

/** Returns the test account of a live one; null before its first use. */
export async function findTestAccount(on: Queryable, live: PartnerId): Promise<TestPartnerId | null> {
  return (await on.rows(selectTest, [live]))[0]?.id ?? null;
}

// Of two first uses at once, the second one waits for the first and inserts nothing.
const insertTest = statement({
  name: "partner-test-account-insert",
  text: `INSERT INTO partner (id, live_account_id, name, service_version, fee_currency, fee_fixed, fee_ppm, created_at)
    SELECT $2, id, name, service_version, fee_currency, fee_fixed, fee_ppm, $3 FROM partner WHERE id = $1
    ON CONFLICT (live_account_id) DO NOTHING`,
});

/**
 * Returns the test account of an account, which it opens at its first use: with the account's name, API version and fees, and no
 * other data. Of a test account, the same one.
 * @throws Error for an unknown account.
 */
export async function openTestAccount(tx: Tx, account: PartnerId): Promise<TestPartnerId> {
  if (isTestAccount(account)) return account;
  const known = await findTestAccount(tx, account);
  if (known !== null) return known;
  const now = clock.now();
  await tx.rows(insertTest, [account, newId("test", now), now]);
  const opened = await findTestAccount(tx, account);
  if (opened === null) throw new Error(`partner ${account} doesn't exist`);
  return opened;
}

const selectLive = statement<{ liveId: LivePartnerId }, "liveId">({
  name: "partner-live-account",
  text: `SELECT live_account_id AS "liveId" FROM partner WHERE id = $1`,
});

/** Returns the live account, to which the members belong: that of a test account, or the account itself. */
export async function getLiveAccount(on: Queryable, account: PartnerId): Promise<LivePartnerId> {
  if (!isTestAccount(account)) return account as LivePartnerId;
  const [row] = await on.rows(selectLive, [account]);
  if (row === undefined) throw new Error(`partner ${account} doesn't exist`);
  return row.liveId;
}
