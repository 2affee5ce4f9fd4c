import { randomBytes } from "node:crypto";
import { depositFactory } from "#lib/chain/deposits/deposit-factory.ts";
import type { Address } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { type DepositAddress, withAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";

/** The merchant's wallet, which gets what is collected or forwarded. */
export const merchantWallet: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/** Sends transfers, as an exchange does. */
export const exchange: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const depositFee = 150_000n;
/** The address is payable for this long. */
export const depositMs = 70 * 60_000;

/** Returns the address of a payment of 12.50 dollars for USDC on Base, with terms that nothing else has. */
export function makeDepositAddress(paymentId: PaymentId, now: Date): DepositAddress {
  return withAddress({
    paymentId,
    chainId: 8453,
    token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    number: 1,
    factory: depositFactory,
    termsId: `0x${randomBytes(32).toString("hex")}`,
    recipient: merchantWallet,
    amount: 12_500_000n,
    fee: depositFee,
    feeRecipient: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
    submitter: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    openAfter: BigInt(toUnixSeconds(now)) + 2_678_400n,
    sinceBlock: 1n,
    payableUntil: new Date(now.getTime() + depositMs),
    createdAt: now,
  });
}
