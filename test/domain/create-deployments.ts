import { keccak256, stringToHex } from "viem";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import { type AttemptId, newId, type OptionId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

export type WantedAttempts = {
  count: number;
  partner: TestPartner;
  buyer: string;
  /** Each attempt that isn't rejected has a payment of its own; rejected ones share one. */
  state: "received" | "submitted" | "rejected";
};

/** Inserts attempts, each with an option of a hundredth of a cent. */
export async function insertAttempts({ count, partner, buyer, state }: WantedAttempts) {
  const now = new Date();
  const payments = await createPayments(state === "rejected" ? 1 : count, partner);
  const attempts = Array.from({ length: count }, (_, index) => {
    return { id: newId("att", now), optionId: newId("opt", now), paymentId: payments[index % payments.length] ?? "" };
  });
  await prisma().paymentOption.createMany({
    data: attempts.map(({ optionId, paymentId }) => ({
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
      router: buyer,
      recipient: buyer,
      feeRecipient: buyer,
      nonce: keccak256(stringToHex(optionId)),
      validBefore: 1,
      expiresAt: new Date(now.getTime() + 1_000),
      createdAt: now,
    })),
  });
  await prisma().paymentAttempt.createMany({
    data: attempts.map(({ id, optionId, paymentId }) => ({
      id,
      paymentId,
      optionId,
      state,
      signature: "0x",
      createdAt: now,
      updatedAt: now,
    })),
  });
  return attempts satisfies readonly { id: AttemptId; optionId: OptionId; paymentId: string }[];
}

/** Copies one payment, which is quicker than creating each. */
async function createPayments(count: number, partner: TestPartner): Promise<string[]> {
  const first = await createTestPayment(partner);
  const { lineItems: _, ...row } = await prisma().payment.findUniqueOrThrow({ where: { id: first } });
  const copies = Array.from({ length: count - 1 }, () => ({ ...row, id: newId("pay", row.createdAt) }));
  await prisma().payment.createMany({ data: copies });
  return [first, ...copies.map(({ id }) => id)];
}

/**
 * Inserts rejected attempts, so that only the caller acts on them. @returns a deployment of each, as a purpose for which a
 * test can let the relay send any call.
 */
export async function createDeployments(count: number): Promise<Extract<RelayPurpose, { kind: "deployment" }>[]> {
  const buyer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const attempts = await insertAttempts({ count, partner: await createPartner(), buyer, state: "rejected" });
  return attempts.map(({ id }) => ({ kind: "deployment", attemptId: id }));
}

/** Creates one deployment; see {@link createDeployments}. */
export async function createDeployment(): Promise<Extract<RelayPurpose, { kind: "deployment" }>> {
  const [deployment] = await createDeployments(1);
  if (deployment === undefined) throw new Error("no attempt was created");
  return deployment;
}
