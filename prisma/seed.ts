import { hash } from "@node-rs/argon2";
import { offeredChainIds } from "#lib/chain/chains.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { type Address, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { type AppId, type MerchantId, newId, type PartnerId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { findKeyHolder } from "#lib/domain/partners/api-keys/find-key-holder.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { seedPayments } from "./seed-payments.ts";

/** Credentials and ids of the seeded installation. */
export type Seeded = { apiKey: string; appId: AppId; merchantId: MerchantId };

export type SeedOptions = {
  email: string;
  password: string;
  destination: Address;
  pastPayments: number;
  /** The key of an earlier run, reused while valid: stored keys can't be read back. */
  knownApiKey: string | null;
};

/** No address is given for a destination that is younger than a day (lib/domain/payments/deposits/give-address.ts). */
const destinationAgeMs = 2 * 24 * 60 * 60_000;

const partnerName = "Demo Payments";
const merchants = [
  { name: "Café Lumen", email: "hello@cafe-lumen.example" },
  { name: "Northwind Bikes", email: "orders@northwind.example" },
  { name: "Paper & Ink", email: "shop@paper-ink.example" },
];

/**
 * Fills an empty, migrated database with a partner, its owner, an API key, an app, merchants with a settlement destination
 * for every token of the enabled chains, and past payments in every final status. On a seeded database, only creates an
 * API key when the known one is no longer valid.
 */
export async function seed({ knownApiKey, ...options }: SeedOptions): Promise<Seeded> {
  const { partnerId, ...seeded } = (await findSeeded()) ?? (await seedPartner(options));
  const holder = knownApiKey === null ? null : await findKeyHolder(knownApiKey);
  const isKnown = holder?.partnerId === partnerId;
  const apiKey =
    isKnown && knownApiKey !== null ? knownApiKey : (await createApiKey(partnerId, "Demo key", permissions)).secret;
  return { apiKey, ...seeded };
}

type SeededPartner = { partnerId: PartnerId; appId: AppId; merchantId: MerchantId };

async function seedPartner(options: Omit<SeedOptions, "knownApiKey">): Promise<SeededPartner> {
  const { email, password, destination, pastPayments } = options;
  const now = clock.now();
  const partnerId = newId("prt", now);
  await prisma().partner.create({
    data: { id: partnerId, name: partnerName, feeCurrency: "USD", feeFixed: 10, feePpm: 4_000 },
  });
  const passwordHash = await hash(password);
  await prisma().user.create({ data: { id: newId("usr", now), partnerId, email, passwordHash, role: "owner" } });
  const appId = newId("app", now);
  await prisma().app.create({ data: { id: appId, partnerId, name: "Till command line" } });
  const merchantIds: MerchantId[] = [];
  for (const merchant of merchants) merchantIds.push(await seedMerchant(partnerId, merchant, destination));
  await seedPayments({ partnerId, merchantIds, destination }, pastPayments, now);
  return { partnerId, appId, merchantId: merchantIds[0] as MerchantId };
}

async function findSeeded(): Promise<SeededPartner | null> {
  const partner = await prisma().partner.findFirst({
    where: { name: partnerName },
    select: { id: true, apps: { take: 1 }, merchants: { take: 1, orderBy: { id: "asc" } } },
  });
  const app = partner?.apps[0];
  const merchant = partner?.merchants[0];
  if (partner === null || app === undefined || merchant === undefined) return null;
  return { partnerId: partner.id as PartnerId, appId: app.id as AppId, merchantId: merchant.id as MerchantId };
}

async function seedMerchant(
  partnerId: PartnerId,
  { name, email }: { name: string; email: string },
  address: Address,
): Promise<MerchantId> {
  const now = clock.now();
  const id = newId("mrch", now);
  const merchant = { id, partnerId, name, email, acceptsTransfers: true, createdAt: now, updatedAt: now };
  await prisma().merchant.create({ data: merchant });
  const since = new Date(now.getTime() - destinationAgeMs);
  await prisma().settlementDestination.createMany({
    data: offeredChainIds("live")
      .flatMap(tokensOfChain)
      .map((token) => ({
        id: newId("crypto", now),
        merchantId: id,
        asset: assetOf(token),
        destination: toCaip10({ chainId: token.chainId, address }),
        createdAt: since,
        updatedAt: since,
      })),
  });
  return id;
}
