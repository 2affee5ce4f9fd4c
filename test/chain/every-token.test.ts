import { keccak256, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { assetOf, chainIds, type Token, tokens } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import { createPayer, type PayerKind } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, perform } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";

let till: Till;

beforeAll(async () => {
  till = await startTill({ chainIds, env: { WALLET_FACTORIES: SMART_WALLET_FACTORY } });
  await till.startWorker();
});
afterAll(() => till.stop());

/** The payer, and the actions that the option requires. */
type Case = {
  who: string;
  kind: PayerKind;
  /** Permit2's allowance when the options are requested, in smallest units. */
  allowance?: bigint;
  /** Signs before it sends its approval. */
  signsFirst?: true;
  /** The number of approvals that the option requires before the signature. */
  approvals: number;
  /** Prices the payment in the token itself rather than in its currency. */
  inToken?: true;
};

const plenty = 2n ** 255n;
const byKey: Case = { who: "a key", kind: "key", approvals: 0 };
const byDeployed: Case = { who: "a deployed contract wallet", kind: "deployed", approvals: 0, inToken: true };
const byCounterfactual: Case = {
  who: "a contract wallet that is not deployed yet",
  kind: "counterfactual",
  approvals: 0,
};

function casesOf({ method, takesContractSignatures, approvesFromZeroOnly }: Token): Case[] {
  if (method === "eip3009") return takesContractSignatures ? [byKey, byDeployed, byCounterfactual] : [byKey];
  return [
    { ...byKey, who: "a key, after an approval", approvals: 1 },
    { ...byKey, who: "a key that has approved before", allowance: plenty, inToken: true },
    { ...byKey, who: "a key that has approved too little", allowance: 5n, approvals: approvesFromZeroOnly ? 2 : 1 },
    { ...byDeployed, who: "a deployed contract wallet, after an approval", approvals: 1 },
    { ...byDeployed, who: "a deployed contract wallet that has approved before", allowance: plenty },
    { ...byCounterfactual, who: "a contract wallet deployed by its approval", approvals: 1 },
    {
      ...byCounterfactual,
      who: "a contract wallet deployed by its approval after it has signed",
      approvals: 1,
      signsFirst: true,
    },
    { ...byCounterfactual, who: "a contract wallet with an allowance that is not deployed", allowance: plenty },
  ];
}

/** 12.34 in the token's smallest units. */
const amountOf = ({ decimals }: Token) => 1_234n * 10n ** BigInt(decimals - 2);

/** 0.10 dollars and 0.4 % of 12.34, rounded up; a euro is 1.08 dollars. */
const feeOf = ({ peg, decimals }: Token) => (peg === "EUR" ? 92_593n + 49_360n : 14_936n * 10n ** BigInt(decimals - 5));

describe.each(tokens)("$symbol on chain $chainId", (token) => {
  const { chainId } = token;
  const amount = amountOf(token);
  const fee = feeOf(token);

  test.concurrent.each(casesOf(token).map((one) => [one.who, one] as const))(
    "is paid by %s, to the unit",
    async (_, one) => {
      const chain = chainOf(chainId);
      const payer = await createPayer(chain, one.who, { token, amount, ...one });
      const { api, destination } = await createShop(token, one.who);
      const price = one.inToken
        ? { unit: `caip19/${assetOf(token)}`, value: String(amount) }
        : { unit: `iso4217/${token.peg}`, value: "1234" };
      const { paymentId } = await api.createPayment({ amount: price });

      const [option, ...others] = await listOffers(api, paymentId, chainId, payer.account);
      if (option === undefined) throw new Error("no option");
      expect(others).toEqual([]);
      expect(option).toMatchObject({
        account: `eip155:${chainId}:${payer.account}`,
        amount: { unit: `caip19/${assetOf(token)}`, value: String(amount) },
      });
      expect(option.actions.map(({ data }) => [data.chain_id, data.method])).toEqual(
        [...Array(one.approvals).fill("eth_sendTransaction"), "eth_signTypedData_v4"].map((method) => [
          `eip155:${chainId}`,
          method,
        ]),
      );
      const confirmed = await confirmWith(api, paymentId, option, await perform(option, payer, one.signsFirst));
      expect([confirmed.status, confirmed.body]).toEqual([200, expect.objectContaining({ isFinal: false })]);
      expect(await awaitFinal(api, paymentId)).toBe("succeeded");
      await awaitSettlement(api, paymentId);

      expect(await balanceOf(chain, token, payer.account)).toBe(0n);
      expect(await balanceOf(chain, token, destination)).toBe(amount - fee);
    },
  );

  test("leaves exactly the fees in the treasury", async () => {
    const chain = chainOf(chainId);
    const held = await balanceOf(chain, token, chain.accounts.relayer.address);
    expect(held).toBe(fee * BigInt(casesOf(token).length));
  });
});

const withoutContracts = tokens.filter((token) => token.method === "eip3009" && !token.takesContractSignatures);

test.each(withoutContracts)(
  "$symbol on chain $chainId isn't accepted from contract wallets, nor offered to a deployed one",
  async (token) => {
    const { chainId } = token;
    const amount = amountOf(token);
    const chain = chainOf(chainId);
    const { api } = await createShop(token, "any");
    const { paymentId } = await api.createPayment({ amount: { unit: `iso4217/${token.peg}`, value: "1234" } });
    const deployed = await createPayer(chain, "deployed", { token, amount, kind: "deployed" });
    expect(await listOffers(api, paymentId, chainId, deployed.account)).toEqual([]);
    // Until it signs, a wallet without code can't be told from a key's account.
    const counterfactual = await createPayer(chain, "counterfactual", { token, amount, kind: "counterfactual" });
    const [option] = await listOffers(api, paymentId, chainId, counterfactual.account);
    if (option === undefined) throw new Error("no option");
    const refused = await confirmWith(api, paymentId, option, await perform(option, counterfactual));
    expect([refused.status, refused.body.code]).toEqual([422, "params_validation"]);
    expect((await api.merchant("GET", `/v1/payments/${paymentId}/status`)).body.status).toBe("requires_action");
  },
);

function chainOf(chainId: number): TestChain {
  const chain = till.chains.find((one) => one.chainId === chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} was not started`);
  return chain;
}

/** Creates a partner whose merchant has its own destination for the token. */
async function createShop(token: Token, name: string): Promise<{ api: ApiClient; destination: Address }> {
  const destination = privateKeyToAccount(keccak256(stringToHex(`${assetOf(token)} sold to ${name}`))).address;
  const partner = await createPartner({ settlements: [{ token, address: destination }] });
  return { api: createApiClient(till.baseUrl, partner), destination };
}

function balanceOf({ client }: TestChain, { address }: Token, account: Address): Promise<bigint> {
  return client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [account] });
}
