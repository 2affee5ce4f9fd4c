import { setTimeout as pause } from "node:timers/promises";
import { encodeFunctionData, type Hex, keccak256, parseAbi, parseEther, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Authorization, authorizationHash } from "#lib/chain/permits/eip3009.ts";
import { type EcdsaSignature, parseSignature } from "#lib/chain/signatures/signatures.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { withProduct } from "./bench-product.ts";
import { type Cores, watchCpu } from "./cpu-time.ts";
import { alternate } from "./load.ts";
import { setting } from "./setting.ts";
import {
  type Buyer,
  confirm,
  createHeldShop,
  inParallel,
  makeBuyers,
  mintTo,
  type Prepared,
  prepare,
  Refused,
  type Shop,
  shopOf,
  tokenBy,
} from "./shop.ts";
import { printTable, quantile, ratios, say, spread } from "./table.ts";

/** A chain with one-second blocks in the registry, like the local chains. */
const chainId = 42220;
const payments = setting("PAYMENTS", 5_000, 100);
const singles = setting("SINGLES", 30, 3);
const rounds = setting("ROUNDS", 3, 2);
const atOnce = 64;
const maxRepeats = 1_000;
const startedAt = Date.now();

/** A buyer of its own for each payment, as in a shop. */
const buyers = makeBuyers("bench buyer", payments);
const buyerOf = (index: number) => buyers[index % buyers.length] as Buyer;

/** Sends the raw transactions. */
const rawWallet = privateKeyToAccount(keccak256(stringToHex("bench raw wallet")));

/**
 * Measures payments per second from confirm to succeeded, on one chain with one-second blocks and one relayer
 * wallet, and compares them in each round with as many presigned raw transfers: the token's own call as an
 * x402 facilitator sends it, one per payment. Also measures the time from a block to the payment's success.
 * Runs for a merchant that is paid in the same transaction, and for one without a settlement destination.
 */
export async function benchRelay(): Promise<void> {
  await withProduct({ chainIds: [chainId], confirmations: 1 }, async (product) => {
    const [chain] = product.chains;
    if (chain === undefined) throw new Error("no chain was started");
    const client = connectAnvil(chain.rpcUrl);
    const shop = shopOf(product, chainId);
    const heldShop = await createHeldShop(shop);
    const token = tokenBy(chainId, "eip3009");
    say(`Funding ${payments} buyers`);
    await mintTo(client, token, buyers);
    await client.setBalance({ address: rawWallet.address, value: parseEther("100000") });
    const singles = await measureSingles(shop, client);
    const pids = { web: product.serverPid, worker: product.worker.pid, Postgres: product.postgresPid };
    const subjects = {
      "raw transfers": () => measureRaw(client, token),
      "paid in the same transaction": () => measureMany(shop, pids),
      "without a destination": () => measureMany(heldShop, pids),
    };
    const measured = await alternate<Relayed>(Object.values(subjects), rounds);
    print(Object.keys(subjects), measured);
    await printGas(client, token, measured[0]?.[0]?.gas ?? []);
    printSingles(singles);
  });
}

/** `repeated` confirms were refused with 429 or 503 first; `gas` is what the raw transfers used. */
type Relayed = { rate: number; cores: Cores; repeated: number | null; gas?: readonly bigint[] };

function print(names: readonly string[], measured: readonly Relayed[][]): void {
  const title = `${payments} payments, ${atOnce} confirms at once, one wallet, blocks of 1 s; median of ${rounds} rounds (lowest–highest)`;
  const cpu = ["web", "worker", "Postgres", "load generator", "machine"];
  const printRow = printTable(title, [
    "Settled",
    "per second",
    "÷ raw transfers",
    "confirms repeated",
    ...cpu.map((name) => `cores: ${name}`),
  ]);
  const rates = measured.map((all) => all.map(({ rate }) => rate));
  for (const [index, name] of names.entries()) {
    const all = measured[index] ?? [];
    const rate = rates[index] ?? [];
    const repeated = all.flatMap((each) => each.repeated ?? []);
    const cores = cpu.map((of) => all.flatMap((each) => each.cores[of] ?? []));
    printRow(
      name,
      spread(rate),
      index === 0 ? "" : spread(ratios(rate, rates[0] ?? [])),
      repeated.length === 0 ? "" : spread(repeated),
      ...cores.map((values) => (values.length === 0 ? "" : spread(values))),
    );
  }
}

/**
 * Compares the gas of a settled payment with that of the two transactions it replaces: the token's call, and
 * a payout.
 */
async function printGas(client: AnvilClient, token: Token, collections: readonly bigint[]): Promise<void> {
  const text =
    "SELECT tx_hash AS hash FROM payment WHERE settlement_tx_hash = tx_hash AND id >= $1 ORDER BY id DESC LIMIT 50";
  const rows = await database.rows(statement<{ hash: Hex }>({ name: "bench-settled", text }), [
    newId("pay", new Date(startedAt)),
  ]);
  const settled = await Promise.all(rows.map(({ hash }) => gasOf(client, hash)));
  const abi = parseAbi(["function transfer(address to, uint256 value)"]);
  const args = [devAccounts().merchant.address, 1_000_000n] as const;
  const call = { address: token.address, abi, functionName: "transfer", args, account: rawWallet.address } as const;
  await client.impersonateAccount({ address: rawWallet.address });
  const payout = await gasOf(client, await client.writeContract({ ...call, chain: null }));
  await client.stopImpersonatingAccount({ address: rawWallet.address });
  const median = (gas: readonly bigint[]) => quantile(gas.map(Number), 0.5);
  const [ours, collection] = [median(settled), median(collections)];
  const printRow = printTable("Gas of a settled payment, median", ["Payment", "gas", "÷ two transactions"]);
  const former = collection + Number(payout);
  printRow("one transaction through the router", ours, (ours / former).toFixed(2));
  printRow(`the two transactions that it replaces: raw transfer ${collection}, payout ${payout}`, former, "1.00");
}

/**
 * Waits for a receipt: the node's blocks are ahead of it for a moment. @throws Error when the transaction
 * reverted.
 */
async function gasOf(client: AnvilClient, hash: Hex): Promise<bigint> {
  const { status, gasUsed } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
  if (status !== "success") throw new Error(`${hash} reverted`);
  return gasUsed;
}

async function countSucceeded(ids: readonly string[]): Promise<number> {
  const text = `SELECT count(*) FILTER (WHERE status = 'succeeded')::int AS count, count(*) FILTER (WHERE status NOT IN ('succeeded', 'processing'))::int AS failed
    FROM payment WHERE id = ANY($1::text[])`;
  const [row] = await database.rows(statement<{ count: number; failed: number }>({ name: "bench-succeeded", text }), [
    ids,
  ]);
  if ((row?.failed ?? 0) > 0)
    throw new Error(`${row?.failed} confirmed payments aren't in progress and haven't succeeded`);
  return row?.count ?? 0;
}

async function measureMany(shop: Shop, pids: Readonly<Record<string, number>>): Promise<Relayed> {
  say(`Preparing ${payments} payments`);
  const prepared = await inParallel(payments, 16, (index) => prepare(shop, buyerOf(index), index));
  const ids = prepared.map(({ paymentId }) => paymentId);
  const endCpu = await watchCpu(pids);
  const confirmedFrom = performance.now();
  const repeats = await inParallel(payments, atOnce, (index) =>
    confirmUntilAccepted(shop, prepared[index] as Prepared),
  );
  while ((await countSucceeded(ids)) < payments) await pause(25);
  const rate = payments / ((performance.now() - confirmedFrom) / 1_000);
  return { rate, cores: await endCpu(), repeated: repeats.reduce((sum, times) => sum + times, 0) };
}

/**
 * @returns how often it was refused with 429 or 503. @throws Error when the confirm is refused for another reason.
 */
async function confirmUntilAccepted(shop: Shop, prepared: Prepared): Promise<number> {
  for (let times = 0; ; times += 1) {
    try {
      await confirm(shop, prepared);
      return times;
    } catch (error) {
      if (!(error instanceof Refused) || ![429, 503].includes(error.status) || times === maxRepeats) throw error;
    }
  }
}

const authorizationAbi = parseAbi([
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
]);

/** Encodes the token's own call, without a router. */
function receiveCalldata({ from, to, value, validBefore, nonce }: Authorization, { v, r, s }: EcdsaSignature): Hex {
  const args = [from, to, value, 0n, validBefore, nonce, v, r, s] as const;
  return encodeFunctionData({ abi: authorizationAbi, functionName: "receiveWithAuthorization", args });
}

/**
 * Sends token calls for as many payments from another wallet, presigned, as fast as the node accepts them.
 */
async function measureRaw(client: AnvilClient, token: Token): Promise<Relayed> {
  const domain = token.domains[0];
  if (domain === undefined) throw new Error("the token has no domain");
  const maxFeePerGas = (await client.getGasPrice()) * 4n;
  const first = await client.getTransactionCount({ address: rawWallet.address });
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 3_600);
  const signed = await inParallel(payments, 1, async (index) => {
    const buyer = buyerOf(index);
    const nonce = first + index;
    const parties = { chainId, token: token.address, domain, from: buyer.address, to: rawWallet.address };
    const unique = keccak256(stringToHex(`raw ${nonce}`));
    const authorization = { ...parties, value: 1_000_000n, validBefore, nonce: unique };
    const signature = parseSignature(
      await buyer.sign({ hash: authorizationHash("ReceiveWithAuthorization", authorization) }),
    );
    if (signature === null) throw new Error("could not parse our own signature");
    const data = receiveCalldata(authorization, signature);
    const fees = { maxFeePerGas, maxPriorityFeePerGas: 1_000_000n };
    return rawWallet.signTransaction({
      chainId,
      type: "eip1559",
      nonce,
      to: token.address,
      data,
      gas: 150_000n,
      ...fees,
    });
  });
  const endCpu = await watchCpu({});
  const sentFrom = performance.now();
  const hashes = await inParallel(payments, atOnce, (index) =>
    client.sendRawTransaction({ serializedTransaction: signed[index] as Hex }),
  );
  while ((await client.getTransactionCount({ address: rawWallet.address })) < first + payments) await pause(25);
  const rate = payments / ((performance.now() - sentFrom) / 1_000);
  const cores = await endCpu();
  const gas = await inParallel(payments, atOnce, (index) => gasOf(client, hashes[index] as Hex));
  return { rate, cores, repeated: null, gas };
}

type Singles = { whole: number[]; afterBlock: number[] };

/** Measures payments one at a time. */
async function measureSingles(shop: Shop, client: AnvilClient): Promise<Singles> {
  const measured: Singles = { whole: [], afterBlock: [] };
  for (let index = 0; index < singles; index += 1) {
    const prepared = await prepare(shop, buyerOf(index), index);
    const confirmedAt = performance.now();
    await confirm(shop, prepared);
    let head = await client.getBlockNumber({ cacheTime: 0 });
    let blockAt = confirmedAt;
    while ((await countSucceeded([prepared.paymentId])) === 0) {
      const newest = await client.getBlockNumber({ cacheTime: 0 });
      if (newest !== head) {
        head = newest;
        blockAt = performance.now();
      }
      await pause(2);
    }
    measured.whole.push(performance.now() - confirmedAt);
    measured.afterBlock.push(performance.now() - blockAt);
  }
  return measured;
}

function printSingles({ whole, afterBlock }: Singles): void {
  const title = `${singles} single payments, milliseconds: median (lowest–highest); a block takes 1,000`;
  const printRow = printTable(title, ["Interval", "ms", "÷ block time"]);
  const row = (name: string, ms: readonly number[]) =>
    printRow(name, spread(ms), (quantile(ms, 0.5) / 1_000).toFixed(2));
  row("from confirm to succeeded", whole);
  row("from the newest block to succeeded", afterBlock);
}
