import { keccak256, stringToHex } from "viem";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import { newId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner } from "#test/stack/partner.ts";

/**
 * Inserts rejected attempts, so that only the caller acts on them. @returns a deployment of each, as a purpose for which a
 * test can let the relay send any call.
 */
export async function createDeployments(count: number): Promise<Extract<RelayPurpose, { kind: "deployment" }>[]> {
  const paymentId = await createTestPayment(await createPartner());
  const now = new Date();
  const attempts = Array.from({ length: count }, () => ({ id: newId("att", now), optionId: newId("opt", now) }));
  const buyer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await prisma().paymentOption.createMany({
    data: attempts.map(({ optionId }) => ({
      id: optionId,
      paymentId,
      account: `eip155:8453:${buyer}`,
      chainId: 8453,
      token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      buyer,
      amount: 100,
      fee: 1,
      method: "permit2" as const,
      submitter: buyer,
      nonce: keccak256(stringToHex(optionId)),
      validBefore: 1,
      expiresAt: new Date(now.getTime() + 1_000),
      createdAt: now,
    })),
  });
  await prisma().paymentAttempt.createMany({
    data: attempts.map(({ id, optionId }) => ({
      id,
      paymentId,
      optionId,
      state: "rejected" as const,
      signature: "0x",
      createdAt: now,
      updatedAt: now,
    })),
  });
  return attempts.map(({ id }) => ({ kind: "deployment", attemptId: id }));
}

/** Creates one deployment; see {@link createDeployments}. */
export async function createDeployment(): Promise<Extract<RelayPurpose, { kind: "deployment" }>> {
  const [deployment] = await createDeployments(1);
  if (deployment === undefined) throw new Error("no attempt was created");
  return deployment;
}
