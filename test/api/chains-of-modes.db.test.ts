import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountMode } from "#lib/core/account-mode.ts";
import { listSettlementNetworks } from "#lib/domain/merchants/settlement-destinations/list-settlement-networks.ts";
import { listMinimums } from "#lib/domain/payments/minimum/minimum-payments.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

// Base and two testnets are enabled, and their nodes don't answer. Amoy isn't enabled.
const chains = [
  { name: "a live chain", mode: "live", chainId: 8453, usdc: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" },
  { name: "a testnet", mode: "test", chainId: 84_532, usdc: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
  { name: "the simulated chain", mode: "test", chainId: 31_337, usdc: "0x7E57b84d843A5fDb690ad83AF10DD39d38ba9d01" },
] as const;
const modes: readonly AccountMode[] = ["live", "test"];
const cases = modes.flatMap((mode) => chains.map((chain) => ({ ...chain, of: mode, isOwn: chain.mode === mode })));

let api: Api;
const partners = {} as Record<AccountMode, TestPartner>;

beforeAll(async () => {
  const node = "http://127.0.0.1:1";
  api = await startApi({ RPC_URLS_8453: node, RPC_URLS_84532: node, RPC_URLS_97: node, NATIVE_PRICE_USD_8453: "0" });
  partners.live = await createSettledPartner();
  partners.test = await createSettledPartner({ testOf: partners.live.partnerId });
});
afterAll(() => api.stop());

const refused = (at: string) => expect.objectContaining({ status: 400, field: at });

/** The status, and the field that was refused. */
async function send(by: TestPartner, path: string, body: unknown) {
  const { status, body: answer } = await api.as(by)("POST", path, body);
  const [issue] = (answer.issues ?? []) as { field: string }[];
  return { status, field: issue?.field ?? null };
}

describe.each(cases)("a $of account and $name:", ({ of, chainId, usdc, isOwn }) => {
  const asset = `eip155:${chainId}/erc20:${usdc}`;

  test(isOwn ? "prices in its tokens" : "never prices in its tokens", async () => {
    const amount = { unit: `caip19/${asset}`, value: "12500000" };
    const answer = await send(partners[of], "/v1/payments", { referenceId: "r", amount });
    expect(answer).toEqual(isOwn ? { status: 201, field: null } : refused("amount.unit"));
  });

  test(isOwn ? "merchants receive there" : "merchants never receive there", async () => {
    const owner = await createPartner(of === "test" ? { testOf: (await createPartner()).partnerId } : {});
    const destination = `eip155:${chainId}:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`;
    const path = `/v1/merchants/${owner.merchantId}/settlements/crypto`;
    const { status, field } = await send(owner, path, { settlements: [{ asset, destination }] });
    expect([status < 300, field]).toEqual(isOwn ? [true, null] : [false, "settlements.0.asset"]);
  });

  test(isOwn ? "its merchants may choose it" : "its merchants never see it", async () => {
    const networks = await listSettlementNetworks(of);
    expect(networks.some((network) => network.chainId === chainId)).toBe(isOwn);
  });

  test(isOwn ? "has its minimum" : "has no minimum of it", async () => {
    const fees = { currency: "USD", fixed: 10n, partsPerMillion: 4_000 };
    const minimums = await listMinimums({ partnerId: partners[of].partnerId, fees }, rateSource());
    expect(minimums.some((minimum) => minimum.chainId === chainId)).toBe(isOwn);
  });
});

test("testnets that aren't enabled are no choice for merchants, and take no prices", async () => {
  const ids = (await listSettlementNetworks("test")).map(({ chainId }) => chainId);
  expect(ids.toSorted()).toEqual([31_337, 84_532, 97].toSorted());
  const unit = "caip19/eip155:80002/erc20:0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582";
  const answer = await send(partners.test, "/v1/payments", { referenceId: "r", amount: { unit, value: "12500000" } });
  expect(answer).toEqual(refused("amount.unit"));
});
