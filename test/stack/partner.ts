import { assetOf, findToken, type Token } from "#lib/chain/tokens.ts";
import { type Address, toCaip10 } from "#lib/core/caip.ts";
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
  /** Makes it the test account of this one. */
  testOf?: PartnerId;
};

/** Inserts a partner with one merchant, an app and a key. */
export async function createPartner(options: PartnerOptions = {}): Promise<TestPartner> {
  const now = new Date();
  const { fixedCents, ppm } = options.fees ?? { fixedCents: 10, ppm: 4_000 };
  const { testOf } = options;
  const partnerId = testOf === undefined ? newId("prt", now) : newId("test", now);
  const merchantId = newId("mrch", now);
  const appId = newId("app", now);
  await prisma().partner.create({
    data: { id: partnerId, liveAccountId: testOf ?? null, name: "Test partner", feeFixed: fixedCents, feePpm: ppm },
  });
  await prisma().merchant.create({
    data: { id: merchantId, partnerId, name: "Test shop", email: "shop@test.example", createdAt: now, updatedAt: now },
  });
  await prisma().app.create({ data: { id: appId, partnerId, name: "Test wallet" } });
  const { secret } = await createApiKey(partnerId, "test", options.permissions ?? permissions);
  const partner = { partnerId, merchantId, apiKey: secret, appId };
  for (const { token, address } of options.settlements ?? []) await setDestination(partner, token, address);
  return partner;
}

/** Sets a merchant's settlement destination for a token, or replaces it. */
export async function setDestination({ merchantId }: TestPartner, token: Token, address: Address): Promise<void> {
  const asset = assetOf(token);
  const destination = toCaip10({ chainId: token.chainId, address });
  const now = new Date();
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
