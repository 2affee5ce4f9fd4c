import { parseArgs } from "node:util";
import { actAs } from "#lib/core/actor.ts";
import { isTillError } from "#lib/core/errors.ts";
import { isId, type PartnerId } from "#lib/core/ids.ts";
import { roles } from "#lib/core/roles.ts";
import { closeDatabase } from "#lib/db/close.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { type Permission, permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { revokeApiKey } from "#lib/domain/partners/api-keys/revoke-api-key.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { listApps } from "#lib/domain/partners/apps/list-apps.ts";
import { revokeApp } from "#lib/domain/partners/apps/revoke-app.ts";
import { createPartner } from "#lib/domain/partners/create-partner.ts";
import { issueLink } from "#lib/domain/partners/email-links/issue-link.ts";
import { resendInvitation, revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { issueInvitation } from "#lib/domain/partners/invitations/issue-invitation.ts";
import { listInvitations } from "#lib/domain/partners/invitations/list-invitations.ts";
import { setEmbedOrigins } from "#lib/domain/partners/set-embed-origins.ts";
import { hasAccount } from "#lib/domain/partners/users/has-account.ts";
import { readSubmissions } from "#lib/domain/payments/buyer-data/read-submissions.ts";
import { setDataCollectionPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";

// The first partner and its keys, before there is a dashboard to make them in: `npm run partner`.
const usage = `npm run partner -- create <name> [--fee-cents 10] [--fee-ppm 4000]   a partner, and a key with every permission
npm run partner -- key <partner id> <name> [permission …]           another key; all permissions when none is named
npm run partner -- revoke <partner id> <key id>                     ends a key within 5 seconds
npm run partner -- app <partner id> <name> [icon URL]               an App-Id for a wallet; icons are as merchants' logos
npm run partner -- apps <partner id>                                the partner's apps
npm run partner -- revoke-app <partner id> <app id>                 ends an app within 5 seconds
npm run partner -- collect <partner id> off                         asks buyers for nothing
npm run partner -- collect <partner id> always <provider …>         asks every buyer to say who they are
npm run partner -- collect <partner id> from EUR 100000 <provider …>   the same from an amount on, in smallest units
    <provider …> is --provider <name> --terms <https address> --privacy <https address>
npm run partner -- embed-origins <partner id> [origin …]            the sites that may show its checkouts; none: no site
npm run partner -- collected <partner id> <payment id>              what buyers said for a payment, a JSON line each
npm run partner -- invite <partner id> <email> <role>               a link for a new member, good once and for 7 days
npm run partner -- reset <email>                                    a link to a new password, good once and for an hour
DATABASE_URL and PUBLIC_URL say where, DATA_ENCRYPTION_KEY opens what was collected. A key is shown once.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "fee-cents": { type: "string", default: "0" },
    "fee-ppm": { type: "string", default: "0" },
    provider: { type: "string", default: "" },
    terms: { type: "string", default: "" },
    privacy: { type: "string", default: "" },
  },
});
const [command, ...names] = positionals;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await actAs({ kind: "operator", id: null, name: "npm run partner" }, run);
} catch (error) {
  if (!isTillError(error)) throw error;
  const others = (error.issues ?? []).slice(1);
  fail([error.message, ...others.map(({ field, message }) => `${field} ${message}`)].join("\n"));
}
await closeDatabase();

async function run(): Promise<void> {
  if (command === "create" && names.length === 1) await create(String(names[0]));
  else if (command === "key" && names.length >= 2) await addKey(names);
  else if (command === "revoke" && names.length === 2) await revoke(names);
  else if (command === "app" && (names.length === 2 || names.length === 3)) await addApp(names);
  else if (command === "apps" && names.length === 1) await showApps(names);
  else if (command === "revoke-app" && names.length === 2) await endApp(names);
  else if (command === "collect" && names.length >= 2) await collect(names);
  else if (command === "embed-origins" && names.length >= 1) await showOn(names);
  else if (command === "invite" && names.length === 3) await invite(names);
  else if (command === "reset" && names.length === 1) await reset(String(names[0]));
  else if (command === "collected" && names.length === 2) await showCollected(names);
  else fail(usage);
}

async function create(name: string): Promise<void> {
  const [cents, partsPerMillion] = [values["fee-cents"], values["fee-ppm"]];
  if (!/^\d{1,9}$/.test(cents) || !/^\d{1,6}$/.test(partsPerMillion)) fail(usage);
  const fees = { currency: "USD", fixed: BigInt(cents), partsPerMillion: Number(partsPerMillion) };
  const partnerId = await inTransaction((tx) => createPartner(tx, name, fees));
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
  await revokeApiKey(scopeOf(partnerId), keyId);
  say(`${keyId} is revoked.`);
}

async function addApp([partnerId = "", name = "", url]: string[]): Promise<void> {
  const scope = scopeOf(partnerId);
  const icon = url === undefined ? null : { url, logo: await fetchLogo(url) };
  say(`App-Id   ${await inTransaction((tx) => createApp(tx, scope, { name, icon }))}`);
}

async function showApps([partnerId = ""]: string[]): Promise<void> {
  for (const { id, name, iconUrl, revokedAt } of await listApps(scopeOf(partnerId))) {
    say([id, name, iconUrl ?? "no icon", ...(revokedAt === null ? [] : ["revoked"])].join("  "));
  }
}

async function endApp([partnerId = "", appId = ""]: string[]): Promise<void> {
  await revokeApp(scopeOf(partnerId), appId);
  say(`${appId} is revoked.`);
}

async function collect([partnerId = "", when, currency = "", value = ""]: string[]): Promise<void> {
  const provider = { name: values.provider, termsUrl: values.terms, privacyUrl: values.privacy };
  const scope = scopeOf(partnerId);
  const policy = () => {
    if (when === "off") return { kind: "off" } as const;
    if (when === "always") return { kind: "always", provider } as const;
    if (when !== "from" || !/^\d{1,60}$/.test(value)) fail(usage);
    return { kind: "from", currency, value: BigInt(value), provider } as const;
  };
  await setDataCollectionPolicy(scope, policy(), rateSource());
  say(`Buyers of ${partnerId} are asked: ${[when, currency, value].join(" ").trim()}.`);
}

async function showOn([partnerId = "", ...texts]: string[]): Promise<void> {
  const origins = await setEmbedOrigins(scopeOf(partnerId), texts);
  say(`Checkouts of ${partnerId} may be shown by: ${origins.join(" ") || "no site"}.`);
}

async function showCollected([partnerId = "", paymentId = ""]: string[]): Promise<void> {
  const submissions = await readSubmissions(scopeOf(partnerId), paymentId);
  for (const submission of submissions) say(JSON.stringify(submission));
}

async function invite([partnerId = "", email = "", role = ""]: string[]): Promise<void> {
  const wanted = roles.find((one) => one === role);
  if (wanted === undefined) fail(`${role} is no role. There are ${roles.join(", ")}.`);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) fail(`${email} is no e-mail address.`);
  const manager = { role: "owner", scope: scopeOf(partnerId) } as const;
  const open = (await listInvitations(manager.scope)).find((one) => one.email === email.toLowerCase());
  if (open !== undefined && open.role !== wanted) await revokeInvitation(manager, open.id);
  const isOpen = open !== undefined && open.role === wanted;
  const id = isOpen
    ? await resendInvitation(manager, open.id, false)
    : await inviteMember(manager, email, wanted, false);
  const invitation = await issueInvitation(id);
  say(`${email} may join ${invitation?.partnerName} as ${wanted}, until ${invitation?.expiresAt.toISOString()}:`);
  say(invitation?.link ?? "");
}

async function reset(email: string): Promise<void> {
  if (!(await hasAccount(email))) fail(`Nobody signs in with ${email}.`);
  say(`A new password for ${email}, within an hour:\n${await issueLink("password_reset", email)}`);
}

function scopeOf(partnerId: string): PartnerScope {
  return { partnerId: parsePartner(partnerId), merchantId: null };
}

function parsePartner(text: string): PartnerId {
  if (!isId("prt", text)) fail(`${text} is no partner id.`);
  return text;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
