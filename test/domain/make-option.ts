import { newId, type PaymentId } from "#lib/core/ids.ts";
import { optionNonce, type PaymentOption } from "#lib/domain/payments/options/option.ts";

const now = new Date("2026-11-21T12:00:00.123Z");

/** An option of 12.50 USDC on Base through a payment router, paid by the first account of local chains. */
export function makeOption(paymentId: PaymentId, changes: Partial<PaymentOption> = {}): PaymentOption {
  const terms = {
    id: newId("opt", now),
    paymentId,
    refundId: null,
    account: "eip155:8453:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    chainId: 8453,
    token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    buyer: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    amount: 12_500_000n,
    fee: 150_000n,
    method: "eip3009",
    domain: { name: "USD Coin", version: "2" },
    router: "0x1111111111111111111111111111111111111111",
    submitter: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    recipient: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    isHeld: false,
    feeRecipient: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
    approvals: [],
    validBefore: 1_795_263_600n,
    expiresAt: now,
    createdAt: now,
    ...changes,
  } as const;
  return { ...terms, nonce: changes.nonce ?? optionNonce(terms) };
}
