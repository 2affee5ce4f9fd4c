import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Caip19 } from "#lib/core/caip.ts";
import type { Money } from "#lib/core/money.ts";
import { type BuyerDataPolicy, requiresBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { createStaticRateSource } from "#lib/domain/payments/rates/static-rate-source.ts";
import { acme as provider } from "#test/buyer-data/samples.ts";

const rates = createStaticRateSource({ EUR: "1.08", JPY: "0.0067", KWD: "3.25" });
const from = (currency: string, value: bigint): BuyerDataPolicy => ({ kind: "from", currency, value, provider });
const fiat = (currency: string, value: bigint): Money => ({ unit: { kind: "fiat", currency }, value });
const usdtOnBnb = "eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955" as Caip19;
const token = (value: bigint): Money => ({ unit: { kind: "token", asset: usdtOnBnb }, value });

describe("a payment is compared with the policy's amount", () => {
  test.each([
    [from("USD", 100_000n), fiat("USD", 99_999n), false],
    [from("USD", 100_000n), fiat("USD", 100_000n), true],
    [from("EUR", 100_000n), fiat("USD", 107_999n), false],
    [from("EUR", 100_000n), fiat("USD", 108_000n), true],
    // 1,000 dollars are 149,253.73… yen, and the yen has no minor unit.
    [from("USD", 100_000n), fiat("JPY", 149_253n), false],
    [from("USD", 100_000n), fiat("JPY", 149_254n), true],
    [from("USD", 100_000n), fiat("KWD", 307_692n), false],
    [from("USD", 100_000n), fiat("KWD", 307_693n), true],
    [from("USD", 100_000n), token(10n ** 21n - 1n), false],
    [from("USD", 100_000n), token(10n ** 21n), true],
  ])("%o, %o: %s", async (policy, amount, expected) => {
    expect(await requiresBuyerData(policy, amount, rates)).toBe(expected);
  });

  test("exactly, for amounts of any size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 10n ** 60n), fc.bigInt(1n, 10n ** 60n), async (value, limit) => {
        // €1 = $1.08: `value` cents of a dollar against `limit` cents of a euro.
        const expected = value * 100n >= limit * 108n;
        expect(await requiresBuyerData(from("EUR", limit), fiat("USD", value), rates)).toBe(expected);
      }),
    );
  });

  test("and counts as large when its currency has no rate", async () => {
    expect(await requiresBuyerData(from("CHF", 10n ** 30n), fiat("USD", 1n), rates)).toBe(true);
  });
});

test("off requires no buyer data, always requires it for the smallest payment", async () => {
  expect(await requiresBuyerData({ kind: "off" }, fiat("USD", 10n ** 12n), rates)).toBe(false);
  expect(await requiresBuyerData({ kind: "always", provider }, fiat("USD", 1n), rates)).toBe(true);
});
