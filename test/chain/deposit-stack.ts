import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { assetOf, type Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { toUnixSeconds, useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import type { DepositAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { arrivedAt } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import { findAddress } from "#lib/domain/payments/deposit-addresses/repository.ts";
import { giveAddress } from "#lib/domain/payments/deposits/give-address.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { type Payment, statusAt } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { mint } from "#test/chain/mint.ts";
import { type NodeProxy, startNodeProxy } from "#test/chain/node-proxy.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { until } from "#test/until.ts";

export const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
export const minuteMs = 60_000;

/**
 * Starts Base with two nodes, a partner with a destination that is old enough for deposit addresses, and a worker, for all tests of a
 * file. Time passes when a test says so.
 * @param options `chainIds`: other chains besides Base.
 */
export function depositStack({ chainIds = [] }: { chainIds?: number[] } = {}) {
  const stack = new DepositStack();
  let restoreClock: () => void;
  beforeAll(async () => {
    restoreClock = useClock({ now: () => new Date(Date.now() + stack.aheadMs) });
    await stack.start(chainIds);
  });
  afterAll(async () => {
    await stack.stop();
    restoreClock();
  });
  afterEach(() => {
    for (const node of stack.nodes) node.misbehave();
  });
  return stack;
}

class DepositStack {
  till!: Till;
  chain!: TestChain;
  partner!: TestPartner;
  journal!: string;
  worker!: { stop(): Promise<void> };
  readonly nodes: NodeProxy[] = [];
  /** Sends from an account that isn't any of ours, as an exchange does. */
  exchange!: Address;
  /** The screening declines it. */
  declined!: Address;
  aheadMs = 0;
  #folder!: string;

  async start(chainIds: number[]): Promise<void> {
    this.#folder = await mkdtemp(path.join(tmpdir(), "till-deposits-"));
    this.journal = path.join(this.#folder, "journal");
    const [, , third, fourth] = devAccounts().buyers;
    this.declined = third?.address as Address;
    this.exchange = fourth?.address as Address;
    const denyList = path.join(this.#folder, "deny.txt");
    await writeFile(denyList, `${this.declined}\n`);
    this.till = await startTill({
      chainIds: [8453, ...chainIds],
      confirmations: 2,
      env: { DEPOSIT_JOURNAL: this.journal, SCREENING_DENY_LIST: denyList },
      proxy: async ({ rpcUrl, chainId }) => {
        const own = [await startNodeProxy(rpcUrl), await startNodeProxy(rpcUrl)];
        if (chainId === 8453) this.nodes.push(...own);
        return own.map(({ url }) => url).join(",");
      },
    });
    this.chain = this.till.chains[0] as TestChain;
    this.partner = await createPartner({
      settlements: [{ token: usdc, address: this.chain.accounts.merchant.address }],
    });
    await this.ageDestinations();
    this.worker = await this.till.startWorker();
  }

  async stop(): Promise<void> {
    await this.till.stop();
    for (const node of this.nodes) await node.stop();
    await rm(this.#folder, { recursive: true });
  }

  /** Makes a merchant's destinations older than a day. */
  async ageDestinations({ merchantId }: TestPartner = this.partner): Promise<void> {
    const older = "UPDATE settlement_destination SET updated_at = now() - interval '25 hours' WHERE merchant_id = $1";
    await pool().query(older, [merchantId]);
  }

  /** Creates a payment that takes transfers for an hour after its expiry. */
  createPayment = async (of = this.partner): Promise<PaymentId> => {
    const expiresAt = toUnixSeconds(new Date(Date.now() + this.aheadMs)) + 120;
    return createTestPayment(of, { expiresAt }, undefined, new Date((expiresAt + 3_600) * 1_000));
  };

  give = async (id: PaymentId, of = this.partner, asset: string = assetOf(usdc)) => {
    const { address } = await giveAddress(scopeOf(of), id, asset, rateSource());
    return { ...address, missing: arrivedAt(address).missing };
  };

  transfer = async (
    to: Address,
    value: bigint,
    {
      account = this.exchange,
      token = usdc,
      chain = this.chain,
    }: { account?: Address; token?: Token; chain?: TestChain } = {},
  ): Promise<bigint> => {
    await mint(chain, token, account, value);
    const call = { address: token.address, abi: erc20Abi, functionName: "transfer", args: [to, value] } as const;
    const hash = await chain.client.writeContract({ ...call, account, chain: null, gas: 200_000n });
    return (await chain.client.waitForTransactionReceipt({ hash })).blockNumber;
  };

  /** Makes the last transfers final. */
  finalize = async (): Promise<void> => {
    for (const { client } of this.till.chains) await client.mine({ blocks: 2 });
  };

  /** Lets time pass for us and the chains, whose next block is later than that. */
  pass = async (ms: number): Promise<void> => {
    this.aheadMs += ms;
    const timestamp = BigInt(toUnixSeconds(new Date(Date.now() + this.aheadMs)));
    for (const { client } of this.till.chains) {
      await client.setNextBlockTimestamp({ timestamp });
      await client.mine({ blocks: 1 });
    }
  };

  getPayment = async (id: PaymentId): Promise<Payment> => {
    const [payment] = await listPaymentsById(database, [id]);
    if (payment === undefined) throw new Error(`no payment ${id}`);
    return payment;
  };

  statusOf = async (id: PaymentId) => statusAt(await this.getPayment(id), new Date(Date.now() + this.aheadMs));

  /** Mines until the payment has a status. */
  awaitStatus = (id: PaymentId, status: string): Promise<Payment> =>
    until(`${id} to be ${status}`, async () => {
      if ((await this.statusOf(id)) === status) return this.getPayment(id);
      await this.finalize();
      return null;
    });

  /** Returns what a rule of time can't change: it has been looked at since. */
  awaitChecked = ({ address }: DepositAddress, seen: bigint) =>
    until(`${seen} to be seen at ${address}`, async () => {
      const found = await findAddress(database, address);
      if (found?.received === seen) return found;
      await this.finalize();
      return null;
    });

  balanceOf = (account: Address, token: Token = usdc) => {
    const call = { address: token.address, abi: erc20Abi, functionName: "balanceOf", args: [account] } as const;
    return this.chain.client.readContract(call);
  };

  requireBooksEqual = async (): Promise<void> => {
    const { differences } = await until("the books to be compared with a chain that has settled", async () => {
      await this.finalize();
      const result = await reconcile({ isFull: true });
      return result.differences.some(({ kind }) => kind === "missing_transfer") ? null : result;
    });
    expect(differences).toEqual([]);
  };
}
