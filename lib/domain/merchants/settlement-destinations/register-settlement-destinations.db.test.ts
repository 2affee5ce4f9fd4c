import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { assetOf, chainIds, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const eurc = "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const otherWallet = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const inUsdc = { asset: `eip155:8453/erc20:${usdc}`, destination: `eip155:8453:${wallet}` };
const inEurc = { asset: `eip155:8453/erc20:${eurc}`, destination: `eip155:8453:${otherWallet}` };

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => api.stop());

const register = (...settlements: unknown[]) =>
  api.as(partner)("POST", `/v1/merchants/${partner.merchantId}/settlements/crypto`, { settlements });
const written = () =>
  api.query("SELECT asset, destination FROM settlement_destination WHERE merchant_id = $1 ORDER BY asset DESC", [
    partner.merchantId,
  ]);

describe("settlement destinations", () => {
  test("are registered in the order of the list and then listed for the merchant", async () => {
    const { status, body } = await register(inUsdc, inEurc);
    const id = expect.stringMatching(/^crypto_[0-9A-Z]{26}$/);
    expect([status, body]).toEqual([
      201,
      {
        live: true,
        settlements: [
          { id, live: true, ...inUsdc },
          { id, live: true, ...inEurc },
        ],
        held: [],
      },
    ]);
    const listed = await api.as(partner)("GET", `/v1/merchants/${partner.merchantId}/settlements`);
    const crypto = expect.arrayContaining(Object.values(body.settlements ?? []));
    expect(listed.body).toEqual({ live: true, crypto, fiat: [] });
    const fetched = await api.as(partner)("GET", `/v1/merchants/${partner.merchantId}`);
    expect(fetched.body.settlements).toEqual(listed.body);
  });

  test("are returned checksummed and without prefix, whatever their spelling", async () => {
    const entry = { asset: `caip19/${inUsdc.asset.toLowerCase()}`, destination: inUsdc.destination.toLowerCase() };
    expect((await register(entry)).status).toBe(201);
    expect(await written()).toEqual([inUsdc]);
  });
});

describe("nothing of a list is registered", () => {
  test.for([
    ["a wrong checksum of the asset", { ...inEurc, asset: inEurc.asset.replace("0x60a3E", "0x60A3E") }, "asset"],
    ["an unsupported token", { ...inEurc, asset: `eip155:8453/erc20:${wallet}` }, "asset"],
    [
      "a wrong checksum of the destination",
      { ...inEurc, destination: `eip155:8453:0x3c${otherWallet.slice(4)}` },
      "destination",
    ],
    ["a destination on another chain", { ...inEurc, destination: `eip155:1:${otherWallet}` }, "destination"],
    ["the zero address", { ...inEurc, destination: `eip155:8453:0x${"0".repeat(40)}` }, "destination"],
    ["the token itself", { ...inEurc, destination: `eip155:8453:${eurc}` }, "destination"],
    ["our own payment router", { ...inEurc, destination: `eip155:8453:${defaultRouter}` }, "destination"],
    ["an unknown key", { ...inEurc, id: newId("crypto", new Date()) }, "id"],
    ["no destination", { asset: inEurc.asset }, "destination"],
  ] as const)("when one entry has %s: 400 with its field", async ([, entry, field]) => {
    const answer = await register(inUsdc, entry);
    expect([answer.status, answer.body.code, issueFields(answer)]).toEqual([
      400,
      "params_validation",
      [`settlements.1.${field}`],
    ]);
    expect(await written()).toEqual([]);
  });

  test("when several entries are invalid: 400 with all their fields", async () => {
    const wrong = { asset: "x", destination: `eip155:8453:${wallet}` };
    const answer = await register(wrong, inUsdc, { ...inEurc, destination: "x" });
    expect(issueFields(answer)).toEqual(["settlements.0.asset", "settlements.2.destination"]);
    expect(await written()).toEqual([]);
  });

  test.for([
    ["none", []],
    ["51", Array.from({ length: 51 }, () => inUsdc)],
  ] as const)("of %s entries", async ([, entries]) => {
    const answer = await register(...entries);
    expect([answer.status, issueFields(answer)]).toEqual([400, ["settlements"]]);
  });

  test("that names an asset twice: 409", async () => {
    const again = { asset: `caip19/${inUsdc.asset.toLowerCase()}`, destination: inEurc.destination };
    const answer = await register(inUsdc, inEurc, again);
    expect([answer.status, answer.body.code]).toEqual([409, "settlement_asset_conflict"]);
    expect(issueFields(answer)).toEqual(["settlements.2.asset"]);
    expect(await written()).toEqual([]);
  });

  test("that names an asset with a destination: 409, and the existing one stays", async () => {
    await register(inUsdc);
    const answer = await register(inEurc, { ...inUsdc, destination: inEurc.destination });
    expect([answer.status, answer.body.code]).toEqual([409, "settlement_asset_conflict"]);
    expect(issueFields(answer)).toEqual(["settlements.1.asset"]);
    expect(await written()).toEqual([inUsdc]);
  });

  test("more than once by ten concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(inUsdc, inEurc)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await written()).toEqual([inUsdc, inEurc]);
  });

  test("by a concurrent request with the same assets in another order, and there is no deadlock", async () => {
    for (let round = 0; round < 20; round += 1) {
      partner = await createPartner();
      const answers = await Promise.all([register(inUsdc, inEurc), register(inEurc, inUsdc)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });
});

test("the number of statements is the same for one destination and for one of each token", async () => {
  const countFor = async (tokens: readonly Token[]) => {
    const { partnerId, merchantId } = await createPartner();
    const raw = tokens.map((token) => ({ asset: assetOf(token), destination: `eip155:${token.chainId}:${wallet}` }));
    let count = 0;
    const registered = await inTransaction((tx) => {
      const rows: Tx["rows"] = (statement, values) => {
        count += 1;
        return tx.rows(statement, values);
      };
      return registerSettlementDestinations({ ...tx, rows }, { partnerId, merchantId: null }, merchantId, raw);
    });
    expect(registered.map(({ asset }) => asset)).toEqual(raw.map(({ asset }) => asset));
    return count;
  };
  const all = chainIds.flatMap((chainId) => tokensOfChain(chainId));
  expect(all.length).toBeGreaterThan(10);
  expect(await countFor(all)).toBe(await countFor(all.slice(0, 1)));
});

describe("a merchant that is", () => {
  test.for([
    ["unknown", newId("mrch", new Date())],
    ["not an id", "x"],
  ] as const)("%s can't have a settlement destination: 404", async ([, id]) => {
    const { status, body } = await api.as(partner)("POST", `/v1/merchants/${id}/settlements/crypto`, {
      settlements: [inUsdc],
    });
    expect([status, body.code]).toEqual([404, "not_found"]);
  });

  test("deleted can't have a settlement destination: 404", async () => {
    await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);
    const answer = await register(inUsdc);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    expect(await written()).toEqual([]);
  });
});
