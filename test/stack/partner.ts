import { assetOf, findToken, type Token } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { type MerchantId, newId, type PartnerId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { type Permission, permissions } from "#lib/domain/partners/api-keys/permissions.ts";

export type TestPartner = { partnerId: PartnerId; merchantId: MerchantId; apiKey: string; appId: string };

export type PartnerOptions = {
  fees?: { fixedCents: number; ppm: number };
  permissions?: readonly Permission[];
  /** The merchant's settlement destinations by token. */
  settlements?: readonly { token: Token; address: `0x${string}` }[];
};

/** Inserts a partner with one merchant, an app and a key. */
export async function createPartner(options: PartnerOptions = {}): Promise<TestPartner> {
  const now = new Date();
  const { fixedCents, ppm } = options.fees ?? { fixedCents: 10, ppm: 4_000 };
  const partnerId = newId("prt", now);
  const merchantId = newId("mrch", now);
  const appId = newId("app", now);
  await prisma().partner.create({ data: { id: partnerId, name: "Test partner", feeFixed: fixedCents, feePpm: ppm } });
  await prisma().merchant.create({
    data: { id: merchantId, partnerId, name: "Test shop", email: "shop@test.example", createdAt: now, updatedAt: now },
  });
  await prisma().app.create({ data: { id: appId, partnerId, name: "Test wallet" } });
  for (const { token, address } of options.settlements ?? []) await addDestination(merchantId, token, address);
  const { secret } = await createApiKey(partnerId, "test", options.permissions ?? permissions);
  return { partnerId, merchantId, apiKey: secret, appId };
}

/** Inserts a settlement destination, or replaces the one that the merchant has for the token. */
export async function addDestination(merchantId: MerchantId, token: Token, address: `0x${string}`): Promise<void> {
  const now = new Date();
  const [asset, destination] = [assetOf(token), toCaip10({ chainId: token.chainId, address })];
  await prisma().settlementDestination.upsert({
    where: { merchantId_asset: { merchantId, asset } },
    create: { id: newId("crypto", now), merchantId, asset, destination, createdAt: now, updatedAt: now },
    update: { destination, updatedAt: now },
  });
}

/** Returns a supported token by its asset id. @throws Error when it is not supported. */
export function getToken(asset: string): Token {
  const token = findToken(asset);
  if (token === null) throw new Error(`no token ${asset}`);
  return token;
}
