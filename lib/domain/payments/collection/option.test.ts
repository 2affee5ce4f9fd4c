import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import {
  authorizationOf,
  optionNonce,
  type PaymentOption,
  permitTransferOf,
} from "#lib/domain/payments/collection/option.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const paymentId = newId("pay", now);
const optionId = newId("opt", now);

const option: PaymentOption = {
  id: optionId,
  paymentId,
  account: "eip155:8453:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  chainId: 8453,
  token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  buyer: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  amount: 12_500_000n,
  fee: 150_000n,
  method: "eip3009",
  domain: { name: "USD Coin", version: "2" },
  treasury: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  nonce: optionNonce(paymentId, optionId),
  approvals: [],
  validBefore: 1_795_263_600n,
  expiresAt: now,
  createdAt: now,
};

describe("an option's nonce", () => {
  test("is 32 bytes and deterministic", () => {
    expect(option.nonce).toMatch(/^0x[0-9a-f]{64}$/);
    expect(optionNonce(paymentId, optionId)).toBe(option.nonce);
  });

  test("is different for every payment and every option", () => {
    const anyTime = fc.date({ min: new Date(1), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(anyTime, (time) => {
        const otherPayment = newId("pay", time);
        const otherOption = newId("opt", time);
        const nonces = [paymentId, otherPayment].flatMap((payment) =>
          [optionId, otherOption].map((each) => optionNonce(payment, each)),
        );
        expect(new Set(nonces).size).toBe(4);
      }),
    );
  });
});

describe("the authorization of an eip3009 option", () => {
  test("covers the full amount, its treasury and its nonce", () => {
    expect(authorizationOf(option)).toEqual({
      chainId: 8453,
      token: option.token,
      domain: option.domain,
      from: option.buyer,
      to: option.treasury,
      value: 12_500_000n,
      validBefore: option.validBefore,
      nonce: option.nonce,
    });
  });

  test.for([
    ["has another method", { method: "permit2" }],
    ["has no domain", { domain: null }],
  ] as const)("does not exist for an option that %s", ([, change]) => {
    expect(() => authorizationOf({ ...option, ...change })).toThrow("not collected by EIP-3009");
  });
});

describe("the transfer of a permit2 option", () => {
  test("covers the full amount, its treasury as the only spender, its nonce and the same deadline", () => {
    expect(permitTransferOf({ ...option, method: "permit2", domain: null })).toEqual({
      chainId: 8453,
      token: option.token,
      owner: option.buyer,
      spender: option.treasury,
      amount: 12_500_000n,
      nonce: BigInt(option.nonce),
      deadline: option.validBefore,
    });
  });

  test("does not exist for an option of another method", () => {
    expect(() => permitTransferOf(option)).toThrow("not collected by Permit2");
  });
});
