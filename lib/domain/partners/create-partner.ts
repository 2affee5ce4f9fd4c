import { clock } from "#lib/core/clock.ts";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";

/** Creates a partner, pinned to the oldest API version, with its fee schedule. */
export async function createPartner(name: string, fees: FeeSchedule): Promise<PartnerId> {
  const now = clock.now();
  const id = newId("prt", now);
  const { currency, fixed, partsPerMillion } = fees;
  await prisma().partner.create({
    data: { id, name, feeCurrency: currency, feeFixed: fixed.toString(), feePpm: partsPerMillion, createdAt: now },
  });
  return id;
}
