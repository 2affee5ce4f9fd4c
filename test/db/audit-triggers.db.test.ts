import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Actor, actAs } from "#lib/core/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

type Row = Record<string, unknown>;
type Entry = {
  actor_kind: string | null;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  before: Row | null;
  after: Row | null;
};

const at = "2026-11-21T12:00:00.000Z";
const later = "2026-11-21T12:15:00.000Z";
const person: Actor = { kind: "user", id: newId("usr", new Date()), name: "ada@till.example" };

let database: ServiceDatabase;
let partner: TestPartner;
let owner: string;

beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(async () => {
  partner = await createPartner();
  owner = newId("usr", new Date());
  const { partnerId } = partner;
  await insert("user", {
    id: owner,
    partner_id: partnerId,
    email: `${owner.toLowerCase()}@till.example`,
    role: "owner",
  });
});
afterAll(() => database.stop());

/** Runs a statement in one of the service's transactions. */
const write = (text: string, values: readonly (string | Buffer | null)[] = []) =>
  inTransaction((tx) => tx.rows(statement({ name: `audit-test ${text}`.slice(0, 63), text }), values));

const insert = (table: string, row: Row) => {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  return database.query(
    `INSERT INTO "${table}" (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`,
    Object.values(row),
  );
};

/** Returns the entries about a subject, oldest first. */
const entriesOf = (subjectId: string) =>
  database.query<Entry>("SELECT * FROM audit_entry WHERE subject_id = $1 ORDER BY id", [subjectId]);

const tables = [
  ...["partner", "user", "invitation", "api_key", "app", "buyer_data_policy", "merchant"],
  ...["settlement_destination", "pending_destination", "fiat_settlement_destination", "webhook_endpoint", "passkey"],
] as const;

/** The audit log's name for a table, if it isn't the table's own. */
const subjectTypes: Partial<Record<(typeof tables)[number], string>> = {
  settlement_destination: "crypto_settlement",
  fiat_settlement_destination: "fiat_settlement",
};

/** Returns a row of each audited table, the change to it, and the expected entry. */
function cases(): Record<
  (typeof tables)[number],
  { id: string; row: Row; change: string; changed: [Row, Row]; verb?: string }
> {
  const { partnerId, merchantId } = partner;
  const ids = { user: newId("usr", new Date()), merchant: newId("mrch", new Date()), key: newId("key", new Date()) };
  const [app, crypto, fiat] = [newId("app", new Date()), newId("crypto", new Date()), newId("fiat", new Date())];
  const pending = newId("crypto", new Date());
  const passkey = newId("psk", new Date());
  const endpoint = newId("whe", new Date());
  const [other, invitation] = [newId("prt", new Date()), newId("inv", new Date())];
  const own = { partner_id: partnerId };
  const times = { created_at: at, updated_at: at };
  return {
    partner: {
      id: other,
      row: { id: other, name: "One" },
      change: "name = 'Two'",
      changed: [{ name: "One" }, { name: "Two" }],
    },
    user: {
      id: ids.user,
      row: { id: ids.user, ...own, email: `${ids.user.toLowerCase()}@till.example`, role: "viewer" },
      change: "role = 'admin'",
      changed: [{ role: "viewer" }, { role: "admin" }],
    },
    invitation: {
      id: invitation,
      row: { id: invitation, ...own, email: "b@till.example", role: "viewer", created_at: at, expires_at: later },
      change: `accepted_at = '${at}'`,
      verb: "accepted",
      changed: [{ accepted_at: null }, { accepted_at: "2026-11-21T12:00:00+00:00" }],
    },
    api_key: {
      id: ids.key,
      row: { id: ids.key, ...own, name: "k", secret_hash: randomBytes(32), hint: "abcd" },
      change: `revoked_at = '${at}'`,
      verb: "revoked",
      changed: [{ revoked_at: null }, { revoked_at: "2026-11-21T12:00:00+00:00" }],
    },
    app: {
      id: app,
      row: { id: app, ...own, name: "Wallet" },
      change: "name = 'Purse'",
      changed: [{ name: "Wallet" }, { name: "Purse" }],
    },
    buyer_data_policy: {
      id: partnerId,
      row: { ...own, provider_name: "Acme", terms_url: "https://a/t", privacy_url: "https://a/p", updated_at: at },
      change: `provider_name = 'Ajax', updated_at = '${later}'`,
      changed: [{ provider_name: "Acme" }, { provider_name: "Ajax" }],
    },
    merchant: {
      id: ids.merchant,
      row: { id: ids.merchant, ...own, name: "M", email: "m", ...times },
      change: `deleted_at = '${at}'`,
      verb: "deleted",
      changed: [{ deleted_at: null }, { deleted_at: "2026-11-21T12:00:00+00:00" }],
    },
    settlement_destination: {
      id: crypto,
      row: { id: crypto, merchant_id: merchantId, asset: "eip155:1/erc20:0x2", destination: "eip155:1:0x4", ...times },
      change: "destination = 'eip155:1:0x5'",
      changed: [{ destination: "eip155:1:0x4" }, { destination: "eip155:1:0x5" }],
    },
    pending_destination: {
      id: pending,
      row: {
        id: pending,
        merchant_id: merchantId,
        asset: "eip155:1/erc20:0x3",
        destination: "eip155:1:0x4",
        created_at: at,
        takes_effect_at: later,
      },
      change: "destination = 'eip155:1:0x5'",
      changed: [{ destination: "eip155:1:0x4" }, { destination: "eip155:1:0x5" }],
    },
    webhook_endpoint: {
      id: endpoint,
      row: {
        id: endpoint,
        ...own,
        url: "https://a/",
        api_version: "2026-02-18",
        secret_key_id: "k",
        secret: randomBytes(40),
        ...times,
      },
      change: "url = 'https://b/', failures = 2",
      changed: [{ url: "https://a/" }, { url: "https://b/" }],
    },
    passkey: {
      id: passkey,
      row: {
        id: passkey,
        ...own,
        user_id: owner,
        credential_id: randomBytes(32),
        public_key: randomBytes(77),
        sign_count: 1,
        transports: ["usb"],
        is_synced: false,
        name: "Key",
        created_at: at,
      },
      change: "name = 'Desk', sign_count = 2",
      changed: [{ name: "Key" }, { name: "Desk" }],
    },
    fiat_settlement_destination: {
      id: fiat,
      row: {
        id: fiat,
        merchant_id: merchantId,
        status: "active",
        bank_type: "iban",
        currency: "EUR",
        holder_name: "Lumen GmbH",
        account_ending: "3000",
        ...times,
      },
      change: "currency = 'CHF'",
      changed: [{ currency: "EUR" }, { currency: "CHF" }],
    },
  };
}

test("the cases cover exactly the tables that the database audits", async () => {
  const rows = await database.query<{ name: string }>(`SELECT DISTINCT c.relname AS name FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'audit_change'`);
  const elsewhere = ["bulk_payout", "notification_setting", "webhook_replay"];
  expect(rows.map(({ name }) => name).sort()).toEqual([...tables, ...elsewhere].sort());
});

test("the order of a bulk payout and its end are audited, its progress isn't", async () => {
  const id = newId("pay", new Date());
  const { partnerId: partner_id, merchantId: merchant_id } = partner;
  const terms = { asset: "eip155:1/erc20:0x2", destination: "eip155:1:0x4", payouts: 2, amount: 3 };
  await insert("bulk_payout", { id, partner_id, merchant_id, ...terms, created_at: at, updated_at: at });
  await database.query("UPDATE bulk_payout SET opened = 1 WHERE id = $1", [id]);
  await database.query("UPDATE bulk_payout SET state = 'completed', opened = 2 WHERE id = $1", [id]);
  const entries = await entriesOf(id);
  expect(entries.map(({ action }) => action)).toEqual(["bulk_payout.created", "bulk_payout.updated"]);
  expect(entries[1]?.after).toMatchObject({ state: "completed" });
});

test.for(tables)(
  "a write to %s is audited once: inserts and deletes with the whole row, updates with the difference",
  async (table) => {
    const { id, row, change, changed, verb = "updated" } = cases()[table];
    const key = table === "buyer_data_policy" ? "partner_id" : "id";
    const subjectType = subjectTypes[table] ?? table;
    const before = (await entriesOf(id)).length;
    await insert(table, row);
    await database.query(`UPDATE "${table}" SET ${change} WHERE ${key} = $1`, [id]);
    await database.query(`UPDATE "${table}" SET ${change} WHERE ${key} = $1`, [id]);
    await database.query(`DELETE FROM "${table}" WHERE ${key} = $1`, [id]);
    const entries = (await entriesOf(id)).slice(before);
    expect(entries.map(({ action, subject_type }) => [action, subject_type])).toEqual(
      ["created", verb, "deleted"].map((word) => [`${subjectType}.${word}`, subjectType]),
    );
    const [created, updated, deleted] = entries;
    expect([created?.before, created?.after]).toEqual([null, expect.objectContaining({ [key]: id })]);
    expect([updated?.before, updated?.after]).toEqual(changed);
    expect([deleted?.before, deleted?.after]).toEqual([expect.objectContaining({ ...changed[1], [key]: id }), null]);
    for (const { actor_kind, actor_id, actor_name } of entries) {
      expect([actor_kind, actor_id, actor_name]).toEqual([null, null, null]);
    }
  },
);

describe("an entry", () => {
  const rename = "UPDATE merchant SET name = $2 WHERE id = $1";

  test.for<Actor>([
    person,
    { kind: "api_key", id: newId("key", new Date()), name: "Server 'one' \\ \"two\"" },
    { kind: "operator", id: null, name: "npm run partner" },
  ])("names the actor: $kind", async (actor) => {
    await actAs(actor, () => write(rename, [partner.merchantId, "Renamed"]));
    const [, entry] = await entriesOf(partner.merchantId);
    expect(entry).toMatchObject({ actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name });
    // The connection returns to the pool without an actor.
    await write(rename, [partner.merchantId, "Again"]);
    expect((await entriesOf(partner.merchantId)).at(-1)).toMatchObject({ actor_kind: null, actor_name: null });
  });

  test("isn't written when nothing changed, or only columns that the service maintains", async () => {
    const count = async () => (await database.query("SELECT FROM audit_entry")).length;
    const before = await count();
    await write("UPDATE merchant SET name = name, updated_at = now() WHERE id = $1", [partner.merchantId]);
    await write("UPDATE api_key SET last_used_at = now() WHERE partner_id = $1", [partner.partnerId]);
    expect(await count()).toBe(before);
  });

  test("isn't written when the change was rolled back", async () => {
    const failing = inTransaction(async (tx) => {
      await tx.rows(statement({ name: "audit-test-rename", text: rename }), [partner.merchantId, "Never"]);
      throw new Error("on second thoughts");
    });
    await expect(failing).rejects.toThrow("on second thoughts");
    expect(await entriesOf(partner.merchantId)).toHaveLength(1);
  });

  test("isn't written for an app without a partner", async () => {
    const id = newId("app", new Date());
    await insert("app", { id, name: "Ours" });
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe("a secret is audited as a fingerprint only:", () => {
  const fingerprint = /^secret:[0-9a-f]{12}$/;

  test("a key's", async () => {
    const [hash, id] = [randomBytes(32), newId("key", new Date())];
    await insert("api_key", { id, partner_id: partner.partnerId, name: "k", secret_hash: hash, hint: "abcd" });
    const [entry] = await entriesOf(id);
    expect(entry?.after?.secret_hash).toMatch(fingerprint);
    expect(JSON.stringify(entry)).not.toContain(hash.toString("hex").slice(0, 12));
  });

  test("a person's password, second factor and recovery codes", async () => {
    const id = newId("usr", new Date());
    const [email, codes] = [`${id.toLowerCase()}@till.example`, [randomBytes(32)]];
    await insert("user", { id, partner_id: partner.partnerId, email, role: "viewer", password_hash: "$argon2id$one" });
    const values = ["$argon2id$two", randomBytes(40), codes, id];
    const change = `UPDATE "user" SET password_hash = $1, totp_sealed = $2, recovery_hashes = $3 WHERE id = $4`;
    await database.query(change, values);
    const [created, updated] = await entriesOf(id);
    expect(created?.after).toMatchObject({ totp_sealed: null, recovery_hashes: [] });
    const secrets = ["password_hash", "totp_sealed", "recovery_hashes"];
    expect(Object.keys(updated?.after ?? {}).sort()).toEqual(secrets.sort());
    for (const name of secrets) expect(updated?.after?.[name]).toMatch(fingerprint);
    expect(updated?.before?.password_hash).toMatch(fingerprint);
    expect(updated?.before?.password_hash).not.toBe(updated?.after?.password_hash);
    expect(JSON.stringify([created, updated])).not.toContain("argon2id");
  });

  test("an invitation's link", async () => {
    const [id, token] = [newId("inv", new Date()), randomBytes(32)];
    const row = { id, partner_id: partner.partnerId, email: "c@till.example", role: "viewer" };
    await insert("invitation", { ...row, token_hash: token, created_at: at, expires_at: later });
    const [entry] = await entriesOf(id);
    expect(entry?.after?.token_hash).toMatch(fingerprint);
    expect(JSON.stringify(entry)).not.toContain(token.toString("hex").slice(0, 12));
  });
});
