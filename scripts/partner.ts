import { parseArgs } from "node:util";
import { TillError } from "#lib/core/errors.ts";
import { isId, type PartnerId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { createApiKey } from "#lib/domain/api-keys/create-api-key.ts";
import { type Permission, permissions } from "#lib/domain/api-keys/permissions.ts";
import { revokeApiKey } from "#lib/domain/api-keys/revoke-api-key.ts";
import { createPartner } from "#lib/domain/partners/create-partner.ts";

// The first partner and its keys, before there is a dashboard to make them in: `npm run partner`.
const usage = `npm run partner -- create <name> [--fee-cents 10] [--fee-ppm 4000]   a partner, and a key with every permission
npm run partner -- key <partner id> <name> [permission …]           another key; all permissions when none is named
npm run partner -- revoke <partner id> <key id>                     ends a key within 5 seconds
DATABASE_URL and PUBLIC_URL say where. A key is shown once.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "fee-cents": { type: "string", default: "0" }, "fee-ppm": { type: "string", default: "0" } },
});
const [command, ...names] = positionals;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  if (command === "create" && names.length === 1) await create(String(names[0]));
  else if (command === "key" && names.length >= 2) await addKey(names);
  else if (command === "revoke" && names.length === 2) await revoke(names);
  else fail(usage);
} catch (error) {
  if (!(error instanceof TillError)) throw error;
  fail(error.message);
}
await closeDatabase();

async function create(name: string): Promise<void> {
  const [cents, partsPerMillion] = [values["fee-cents"], values["fee-ppm"]];
  if (!/^\d{1,9}$/.test(cents) || !/^\d{1,6}$/.test(partsPerMillion)) fail(usage);
  const fees = { currency: "USD", fixed: BigInt(cents), partsPerMillion: Number(partsPerMillion) };
  const partnerId = await createPartner(name, fees);
  const { id, secret } = await createApiKey(partnerId, "First key", permissions);
  say(`Partner  ${partnerId}\nKey      ${id}\nApi-Key  ${secret}`);
}

async function addKey([partnerId = "", name = "", ...wanted]: string[]): Promise<void> {
  const chosen = permissions.filter((permission) => wanted.length === 0 || wanted.includes(permission));
  const unknown = wanted.filter((word) => !permissions.includes(word as Permission));
  if (unknown.length > 0) fail(`No such permission: ${unknown.join(", ")}. There are ${permissions.join(", ")}.`);
  const { id, secret } = await createApiKey(parsePartner(partnerId), name, chosen);
  say(`Key      ${id}\nApi-Key  ${secret}`);
}

async function revoke([partnerId = "", keyId = ""]: string[]): Promise<void> {
  await revokeApiKey({ partnerId: parsePartner(partnerId), merchantId: null }, keyId);
  say(`${keyId} is revoked.`);
}

function parsePartner(text: string): PartnerId {
  if (!isId("prt", text)) fail(`${text} is no partner id.`);
  return text;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
