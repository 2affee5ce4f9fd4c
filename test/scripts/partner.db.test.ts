import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { runPartner } from "#scripts/partner/run-partner.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { describeError } from "#scripts/process/describe-error.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

const run = promisify(execFile);
let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test" });
});
afterAll(() => database.stop());

/** Runs a command in a process of its own. @returns what it printed. @throws Error with what it printed to stderr. */
async function partnerProcess(...words: string[]): Promise<string> {
  return (await run(process.execPath, ["scripts/partner.ts", ...words], { env: process.env })).stdout;
}

/** Runs a command in this process, which takes a hundredth of the time. @returns what it printed. @throws Error with what the process would print. */
async function partner(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  try {
    await runPartner(words);
  } catch (error) {
    throw new Error(describeError(error));
  } finally {
    stdout.mockRestore();
  }
  return printed.join("");
}

const keys = () =>
  withConnection(database.url, async (client) => {
    const { rows } = await client.query(
      "SELECT name, permissions, revoked_at IS NULL AS good FROM api_key ORDER BY id",
    );
    return rows;
  });

test("the command line creates a partner with a key, creates another key with some permissions, and revokes one", async () => {
  const created = await partnerProcess("create", "Acme", "--fee-cents", "25", "--fee-ppm", "4000");
  const [, partnerId = "", keyId = "", secret] =
    /Partner {2}(\S+)\nKey {6}(\S+)\nApi-Key {2}(\S+)\n/.exec(created) ?? [];
  expect(secret).toMatch(/^till_live_[A-Za-z0-9_-]{43}$/);
  await partner("key", partnerId, "Reader", "payments:read");
  expect(await partner("revoke", partnerId, keyId)).toBe(`${keyId} is revoked.\n`);
  const [first, second] = await keys();
  expect(first).toMatchObject({ name: "First key", good: false });
  expect(second).toEqual({ name: "Reader", permissions: ["payments:read"], good: true });
});

test("the command line opens a test account once, and moves its payments", async () => {
  const [, partnerId = ""] = /Partner {2}(\S+)\n/.exec(await partner("create", "Tested")) ?? [];
  const opened = await partner("test", partnerId);
  const [, testId = "", secret] = /^Account {2}(test_\S+)\nKey {6}\S+\nApi-Key {2}(\S+)\n$/.exec(opened) ?? [];
  expect(secret).toMatch(/^till_test_[A-Za-z0-9_-]{43}$/);
  expect(await partner("test", partnerId)).toContain(`Account  ${testId}\n`);
  const create = async (owner: string) => {
    const payment = { id: newId("pay", new Date()), merchantId: newId("mrch", new Date()) };
    await withConnection(database.url, async (client) => {
      await client.query(
        `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at) VALUES ($1, $2, 'M', 'm', now(), now())`,
        [payment.merchantId, owner],
      );
      await client.query(
        `INSERT INTO payment (id, partner_id, merchant_id, reference_id, unit, value, fee_currency, fee_fixed, fee_ppm, created_at,
            updated_at, expires_at, amount_rank, fee_total, fiat_currency, fiat_value)
          VALUES ($1, $2, $3, 'r', 'iso4217/USD', 2490, 'USD', 0, 0, now(), now(), now() + interval '1 hour', 1, 0, 'USD', 2490)`,
        [payment.id, owner, payment.merchantId],
      );
    });
    return payment.id;
  };
  const id = await create(testId);
  expect(await partner("advance", id, "--to", "processing")).toContain(`${id} is processing.\n`);
  expect(await partner("advance", `http://till.test/pay/${id}`, "--to", "succeeded")).toContain(
    `${id} is succeeded.\n`,
  );
  await Promise.all([
    expect(partner("advance", id, "--to", "expired")).rejects.toThrow("The payment's status is succeeded"),
    expect(partner("advance", id, "--to", "paid")).rejects.toThrow("--to must be one of"),
    expect(partner("advance", await create(partnerId), "--to", "succeeded")).rejects.toThrow("Only a key of test mode"),
  ]);
});

test("the command line creates an app, lists it, and revokes it", async () => {
  const [, partnerId = ""] = /Partner {2}(\S+)\n/.exec(await partner("create", "Wallets")) ?? [];
  const [, appId = ""] = /^App-Id {3}(app_[0-9A-Z]{26})\n$/.exec(await partner("app", partnerId, "Nice Wallet")) ?? [];
  expect(await partner("apps", partnerId)).toBe(`${appId}  Nice Wallet  no icon\n`);
  expect(await partner("revoke-app", partnerId, appId)).toBe(`${appId} is revoked.\n`);
  expect(await partner("apps", partnerId)).toBe(`${appId}  Nice Wallet  no icon  revoked\n`);
  const projectId = "0123456789abcdef0123456789abcdef";
  expect(await partner("app", partnerId, "Kit Wallet", "--id", projectId)).toBe(`App-Id   ${projectId}\n`);
  await expect(partner("app", partnerId, "Kit Wallet", "--id", projectId)).rejects.toThrow("id is already registered");
  const icon = "http://icons.example/nice.png";
  await Promise.all([
    expect(partner("revoke-app", partnerId, appId)).rejects.toThrow("This app doesn't exist or was already revoked."),
    expect(partner("app", partnerId, "Nice Wallet", icon)).rejects.toThrow("iconUrl must be an HTTPS URL"),
  ]);
});

test("the command line sets when buyer data is required, and under which terms", async () => {
  const [, partnerId = ""] = /Partner {2}(\S+)/.exec(await partner("create", "Asking")) ?? [];
  const provider = ["--provider", "Acme", "--terms", "https://acme.example/t", "--privacy", "https://acme.example/p"];
  const policy = () =>
    withConnection(database.url, async (client) => {
      const text = "SELECT from_currency, from_value, provider_name FROM buyer_data_policy WHERE partner_id = $1";
      return (await client.query(text, [partnerId])).rows;
    });
  await partner("collect", partnerId, "always", ...provider);
  expect(await policy()).toEqual([{ from_currency: null, from_value: null, provider_name: "Acme" }]);
  await partner("collect", partnerId, "from", "EUR", "100000", ...provider);
  expect(await policy()).toEqual([{ from_currency: "EUR", from_value: "100000", provider_name: "Acme" }]);
  await expect(partner("collect", partnerId, "always")).rejects.toThrow("provider.name");
  await expect(partner("collect", partnerId, "always", "EUR", "100000", ...provider)).rejects.toThrow(
    "always takes no EUR 100000; nothing was changed.",
  );
  await expect(partner("collect", partnerId, "sometimes")).rejects.toThrow("sometimes isn't off, always or from");
  expect(await policy()).toHaveLength(1);
  await partner("collect", partnerId, "off");
  expect(await policy()).toEqual([]);
  await expect(partner("collected", partnerId, "pay_01J00000000000000000000000")).rejects.toThrow("Payment not found.");
  await expect(partner("collected", partnerId, "pay_1")).rejects.toThrow('"pay_1" isn\'t a payment id.');
});

test("the command line sets which sites may embed the checkout", async () => {
  const [, partnerId = ""] = /Partner {2}(\S+)/.exec(await partner("create", "Shown")) ?? [];
  const sites = ["https://shop.example", "http://localhost:8080"];
  const said = await partner("embed-origins", partnerId, ...sites);
  expect(said).toBe(`Sites that may embed checkouts of ${partnerId}: ${sites.join(" ")}.\n`);
  await expect(partner("embed-origins", partnerId, "https://*.example")).rejects.toThrow("embedOrigins.0 must be");
  const kept = () =>
    withConnection(database.url, async (client) => {
      const { rows } = await client.query("SELECT embed_origins FROM partner WHERE id = $1", [partnerId]);
      return rows[0]?.embed_origins;
    });
  expect(await kept()).toEqual(sites);
  expect(await partner("embed-origins", partnerId)).toContain("none.");
  expect(await kept()).toEqual([]);
});

test("invalid arguments are reported and change nothing", async () => {
  const before = await keys();
  await expect(partnerProcess("key", "prt_nobody", "x")).rejects.toThrow('"prt_nobody" isn\'t a partner id.');
  await expect(partner("key", "prt_01J00000000000000000000000", "x", "everything")).rejects.toThrow(
    "Unknown permission",
  );
  await expect(partner("revoke", "prt_01J00000000000000000000000", "key_01J00000000000000000000000")).rejects.toThrow();
  await expect(partnerProcess("create")).rejects.toThrow("npm run partner");
  await expect(partner("create", " ")).rejects.toThrow("name must be 1 to 100 characters");
  await expect(partner("create", "Acme", "--fee-cents", "10.5")).rejects.toThrow("--fee-cents must be");
  expect(await keys()).toEqual(before);
});

test.for([
  ["key", "Shop"],
  ["revoke", "key_01J00000000000000000000000"],
  ["app", "Wallet"],
  ["apps"],
  ["collect", "off"],
  ["collected", "pay_01J00000000000000000000000"],
  ["embed-origins", "https://shop.example"],
  ["limits", "--gas-usd", "5"],
  ["invite", "owner@acme.example", "owner"],
])("%j of a partner that doesn't exist changes nothing and says so", async ([command = "", ...more]) => {
  const stranger = "prt_01J00000000000000000000000";
  await expect(partner(command, stranger, ...more)).rejects.toThrow(`There is no partner ${stranger}.`);
});

test("the command line prints links for an invitation and a new password when no email is sent", async () => {
  const [, partnerId = ""] = /Partner {2}(\S+)/.exec(await partner("create", "Alone")) ?? [];
  const linkOf = (printed: string) => /^http:\/\/till\.test\/\S+#[A-Za-z0-9_-]{43}$/m.exec(printed)?.[0];
  const first = await partner("invite", partnerId, "Owner@alone.example", "owner");
  expect(first).toContain("Invitation for Owner@alone.example to join Alone as owner, valid until 2");
  const second = await partner("invite", partnerId, "owner@alone.example", "owner");
  expect(linkOf(first)).toContain("/invitation#");
  expect(linkOf(second)).not.toBe(linkOf(first));
  await partner("invite", partnerId, "owner@alone.example", "viewer");
  const open = await withConnection(database.url, async (client) => {
    const text = "SELECT email, role FROM invitation WHERE accepted_at IS NULL AND revoked_at IS NULL";
    return (await client.query(text)).rows;
  });
  expect(open).toEqual([{ email: "owner@alone.example", role: "viewer" }]);
  await expect(partner("invite", partnerId, "owner@alone.example", "king")).rejects.toThrow('"king" isn\'t a role.');
  await expect(partner("reset", "owner@alone.example")).rejects.toThrow("No user has the email owner@alone.example.");
  await withConnection(database.url, (client) =>
    client.query(
      `INSERT INTO "user" (id, partner_id, email, role) VALUES ('usr_1', $1, 'owner@alone.example', 'owner')`,
      [partnerId],
    ),
  );
  expect(linkOf(await partner("reset", "owner@alone.example"))).toContain("/reset/complete#");
  await expect(partner("invite", partnerId, "Owner@Alone.example", "viewer")).rejects.toThrow("already has an account");
});

test("the command line shows a partner's limits, and changes them", async () => {
  const [, partnerId = ""] = /Partner {2}(\S+)/.exec(await partner("create", "Limited")) ?? [];
  expect(await partner("limits", partnerId)).toBe(`Gas budget per day             500.00 USD (default)
Gas budget per app and day     500.00 USD (default)
Gas budget per buyer and day   50.00 USD (default)
Used today (UTC)               0.00 USD
Gas is paid by                 fee, or by the operator while the fees are zero (default)
API keys                       100 (default)
Apps                           50 (default)
Merchants                      10000 (default)
Open invitations               50 (default)
New logos per day              2000 (default)
`);
  const changed = await partner(
    "limits",
    partnerId,
    "--gas-usd",
    "12.5",
    "--gas-usd-per-app",
    "none",
    "--gas-paid-by",
    "fee",
  );
  expect(changed).toContain("Gas budget per day             12.50 USD\nGas budget per app and day     none\n");
  expect(changed).toContain("Gas is paid by                 fee\n");
  // This process remembers a gas policy for some seconds.
  expect(await partnerProcess("limits", partnerId, "--gas-usd", "default")).toContain(
    "500.00 USD (default)\nGas budget per app and day     none\n",
  );
  await expect(partner("limits", partnerId, "--gas-usd", "-5")).rejects.toThrow();
  expect(await partner("limits", partnerId, "--merchants", "500000")).toContain(
    "Merchants                      500000\n",
  );
  expect(await partner("limits", partnerId, "--merchants", "default", "--keys", "7")).toContain(
    "API keys                       7\nApps                           50 (default)\nMerchants                      10000 (default)\n",
  );
  await expect(partner("limits", partnerId, "--apps", "0")).rejects.toThrow();
});

test("without DATABASE_URL the command line uses the running demo, or says what to do", async () => {
  const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = await mkdtemp(path.join(tmpdir(), "till-demo-"));
  const file = path.join(folder, "demo.json");
  const { port } = server.address() as AddressInfo;
  const demo = {
    baseUrl: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    apiKey: "",
    appId: "",
    merchantId: "",
  };
  const rest = { dashboard: { email: "", password: "" }, chains: [], buyers: [] };
  await writeFile(file, JSON.stringify({ ...demo, ...rest }));
  const { DATABASE_URL: _, PUBLIC_URL: __, ...bare } = process.env;
  const create = (env: Record<string, string>) =>
    run(process.execPath, ["scripts/partner.ts", "create", "Of the demo"], { env: { ...bare, ...env } });
  try {
    const { stdout, stderr } = await create({ TILL_DEMO_FILE: file });
    expect(stdout).toMatch(/^Partner {2}prt_/);
    expect(stderr).toBe(`Using the running demo at ${demo.baseUrl}, because DATABASE_URL isn't set.\n`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  const advice =
    "There is no installation to manage: DATABASE_URL isn't set, and no demo is running. Set DATABASE_URL and";
  await expect(create({ TILL_DEMO_FILE: file })).rejects.toHaveProperty("stderr", expect.stringMatching(`^${advice}`));
  const invalid = create({ DATABASE_URL: "elsewhere" });
  await expect(invalid).rejects.toHaveProperty(
    "stderr",
    expect.stringMatching(/^The settings are invalid:\nDATABASE_URL: /),
  );
  await rm(folder, { recursive: true });
});
