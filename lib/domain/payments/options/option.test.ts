import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { authorizationOf, optionNonce, permitTransferOf } from "#lib/domain/payments/options/option.ts";
import { makeOption } from "#test/domain/make-option.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const paymentId = newId("pay", now);
const optionId = newId("opt", now);
const other = "0x5555555555555555555555555555555555555555";

const option = makeOption(paymentId, { id: optionId });

describe("an option's nonce", () => {
  test("is the router's commitment: 32 bytes and deterministic", () => {
    expect(option.nonce).toMatch(/^0x[0-9a-f]{64}$/);
    expect(optionNonce(option)).toBe(option.nonce);
  });

  test("is different for every payment and every option", () => {
    const anyTime = fc.date({ min: new Date(1), max: new Date("2200-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(anyTime, (time) => {
        const otherPayment = newId("pay", time);
        const otherOption = newId("opt", time);
        const nonces = [paymentId, otherPayment].flatMap((payment) =>
          [optionId, otherOption].map((id) => optionNonce({ ...option, paymentId: payment, id })),
        );
        expect(new Set(nonces).size).toBe(4);
      }),
    );
  });

  test.for([
    ["chain", { chainId: 1 }],
    ["router", { router: other }],
    ["method", { method: "permit2" }],
    ["payer", { buyer: other }],
    ["token", { token: other }],
    ["amount", { amount: option.amount + 1n }],
    ["recipient", { recipient: other }],
    ["fee", { fee: option.fee + 1n }],
    ["fee recipient", { feeRecipient: other }],
    ["submitter", { submitter: other }],
    ["expiry", { validBefore: option.validBefore + 1n }],
  ] as const)("depends on its %s", ([, change]) => {
    expect(optionNonce({ ...option, ...change })).not.toBe(option.nonce);
  });
});

describe("the authorization of an eip3009 option", () => {
  test("covers the full amount, its router and its nonce", () => {
    expect(authorizationOf(option)).toEqual({
      chainId: 8453,
      token: option.token,
      domain: option.domain,
      from: option.buyer,
      to: option.router,
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
  test("covers the full amount, its router as the only spender, its nonce and the same deadline", () => {
    expect(permitTransferOf({ ...option, method: "permit2", domain: null })).toEqual({
      chainId: 8453,
      token: option.token,
      owner: option.buyer,
      spender: option.router,
      amount: 12_500_000n,
      nonce: BigInt(option.nonce),
      deadline: option.validBefore,
    });
  });

  test("does not exist for an option of another method", () => {
    expect(() => permitTransferOf(option)).toThrow("not collected by Permit2");
  });
});
