import type pg from "pg";
import { encodeFunctionData, type Hex, keccak256, parseAbi, parseEther, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Authorization, authorizationHash } from "#lib/chain/permits/eip3009.ts";
import { type EcdsaSignature, parseSignature } from "#lib/chain/signatures/signatures.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";
import { cpuSeconds } from "./cpu-time.ts";
import { quantile } from "./quantile.ts";
import {
  type Buyer,
  confirm,
  inParallel,
  makeBuyers,
  mintTo,
  type Prepared,
  prepare,
  type Shop,
  startShop,
  tokenBy,
} from "./shop.ts";

/** A chain with one-second blocks in the registry, like the local chains. */
const chainId = 42220;
const payments = Number(process.env.PAYMENTS ?? 5_000);
const singles = 10;
const atOnce = 64;

/** A buyer of its own for each payment, as in a shop. */
const buyers = makeBuyers("bench buyer", payments);
const buyerOf = (index: number) => buyers[index % buyers.length] as Buyer;

/** Sends the raw transactions. */
const rawWallet = privateKeyToAccount(keccak256(stringToHex("bench raw wallet")));

/**
 * Measures payments per second from confirm to succeeded, on one chain with one-second blocks and one relayer wallet, and
 * compares them with presigned raw transactions as an x402 facilitator sends them: the token's own call, one per payment. Also
 * measures the time from a block to the payment's success. Runs for a merchant that is paid in the same transaction, and for
 * one without a settlement destination.
 */
export async function benchRelay(): Promise<void> {
  const running = await startShop(chainId, 1);
  const { shop, createHeldShop, client, database, server, startWorker, stop } = running;
  try {
    const token = tokenBy(chainId, "eip3009");
    await mintTo(client, token, buyers);
    const worker = await startWorker();
    await measureSingles(shop, client, database);
    const raw = await measureRaw(client, token);
    const pids = [server.pid, worker.pid, running.postgresPid];
    const settled = await measureMany(shop, database, pids);
    const held = await measureMany(await createHeldShop(), database, pids);
    process.stdout.write(`\n${payments} payments, ${atOnce} confirms at once, one wallet, blocks of 1 s:\n`);
    process.stdout.write(`  ${raw.rate.toFixed(0)} presigned raw transactions per second\n`);
    report("with a destination", settled, raw.rate);
    report("without a destination", held, raw.rate);
    await reportGas(client, token, database, raw.gas);
  } finally {
    await stop();
  }
}

type Relayed = { rate: number; cpuMs: readonly number[] };

function report(which: string, { rate, cpuMs }: Relayed, rawRate: number): void {
  const [web, work, postgres] = cpuMs.map((ms) => ms.toFixed(1));
  const all = cpuMs.reduce((sum, ms) => sum + ms, 0).toFixed(1);
  const ratio = (rate / rawRate).toFixed(2);
  process.stdout.write(`  ${which}: ${rate.toFixed(0)} payments per second from confirm to succeeded\n`);
  process.stdout.write(`    ${ratio} of the raw rate\n`);
  process.stdout.write(`    CPU per payment: ${all} ms, of which web ${web}, worker ${work}, Postgres ${postgres}\n`);
}

/** Compares the gas of a settled payment with that of the two transactions it replaces: the token's call, and a payout. */
async function reportGas(client: AnvilClient, token: Token, database: pg.Client, collectionGas: bigint): Promise<void> {
  const { rows } = await database.query<{ tx_hash: Hex }>(
    "SELECT tx_hash FROM payment WHERE settlement_tx_hash = tx_hash ORDER BY succeeded_at DESC LIMIT 50",
  );
  const used = await Promise.all(rows.map(({ tx_hash: hash }) => client.getTransactionReceipt({ hash })));
  const mean = used.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) / BigInt(used.length || 1);
  const abi = parseAbi(["function transfer(address to, uint256 value)"]);
  const args = [devAccounts().merchant.address, 1_000_000n] as const;
  const call = { address: token.address, abi, functionName: "transfer", args, account: rawWallet.address } as const;
  await client.impersonateAccount({ address: rawWallet.address });
  const payout = await client.waitForTransactionReceipt({ hash: await client.writeContract({ ...call, chain: null }) });
  const former = collectionGas + payout.gasUsed;
  process.stdout.write(`  gas of a settled payment: ${mean} in one transaction`);
  process.stdout.write(`; formerly ${former} in two, ${collectionGas} and ${payout.gasUsed}\n`);
}

async function countSucceeded(database: pg.Client, ids: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ count: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE status = 'succeeded')::int AS count, count(*) FILTER (WHERE status = 'failed')::int AS failed
     FROM payment WHERE id = ANY($1)`,
    [ids],
  );
  if ((rows[0]?.failed ?? 0) > 0) throw new Error("a payment failed");
  return rows[0]?.count ?? 0;
}

async function measureMany(shop: Shop, database: pg.Client, pids: readonly number[]): Promise<Relayed> {
  process.stdout.write(`Preparing ${payments} payments\n`);
  const prepared = await inParallel(payments, 16, (index) => prepare(shop, buyerOf(index), index));
  const ids = prepared.map(({ paymentId }) => paymentId);
  const before = await Promise.all(pids.map((pid) => cpuSeconds(pid, true)));
  const startedAt = performance.now();
  let refused = 0;
  const untilAccepted = async (one: Prepared): Promise<void> => {
    const isAccepted = await confirm(shop, one).then(
      () => true,
      () => false,
    );
    if (isAccepted) return;
    refused += 1;
    await untilAccepted(one);
  };
  await inParallel(payments, atOnce, (index) => untilAccepted(prepared[index] as Prepared));
  const acceptedAt = performance.now();
  process.stdout.write(
    `  confirmed at ${((payments / (acceptedAt - startedAt)) * 1_000).toFixed(0)} per second; ${refused} confirms were repeated\n`,
  );
  while ((await countSucceeded(database, ids)) < payments) await new Promise((resolve) => setTimeout(resolve, 25));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await Promise.all(pids.map((pid) => cpuSeconds(pid, true)));
  const cpuMs = after.map((used, index) => (((used ?? 0) - (before[index] ?? 0)) * 1_000) / payments);
  return { rate: payments / seconds, cpuMs };
}

const authorizationAbi = parseAbi([
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
]);

/** Encodes the token's own call, without a router. */
function receiveCalldata({ from, to, value, validBefore, nonce }: Authorization, { v, r, s }: EcdsaSignature): Hex {
  const args = [from, to, value, 0n, validBefore, nonce, v, r, s] as const;
  return encodeFunctionData({ abi: authorizationAbi, functionName: "receiveWithAuthorization", args });
}

/** Sends token calls for as many payments from another wallet, presigned, as fast as the node accepts them. */
async function measureRaw(client: AnvilClient, token: Token): Promise<{ rate: number; gas: bigint }> {
  const wallet = rawWallet;
  await client.setBalance({ address: wallet.address, value: parseEther("100") });
  const domain = token.domains[0];
  if (domain === undefined) throw new Error("the token has no domain");
  const maxFeePerGas = (await client.getGasPrice()) * 4n;
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 3_600);
  const signed = await inParallel(payments, 1, async (nonce) => {
    const buyer = buyerOf(nonce);
    const parties = {
      chainId,
      token: token.address,
      domain,
      from: buyer.address,
      to: wallet.address,
      value: 1_000_000n,
    };
    const authorization = { ...parties, validBefore, nonce: keccak256(stringToHex(`raw ${nonce}`)) };
    const signature = parseSignature(
      await buyer.sign({ hash: authorizationHash("ReceiveWithAuthorization", authorization) }),
    );
    if (signature === null) throw new Error("could not parse our own signature");
    const data = receiveCalldata(authorization, signature);
    const fees = { maxFeePerGas, maxPriorityFeePerGas: 1_000_000n };
    return wallet.signTransaction({ chainId, type: "eip1559", nonce, to: token.address, data, gas: 150_000n, ...fees });
  });
  const startedAt = performance.now();
  await inParallel(payments, atOnce, (index) =>
    client.sendRawTransaction({ serializedTransaction: signed[index] as Hex }),
  );
  while ((await client.getTransactionCount({ address: wallet.address })) < payments) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const rate = payments / ((performance.now() - startedAt) / 1_000);
  const last = await client.getTransactionReceipt({ hash: keccak256(signed.at(-1) as Hex) });
  return { rate, gas: last.gasUsed };
}

/** Measures payments one at a time. */
async function measureSingles(shop: Shop, client: AnvilClient, database: pg.Client): Promise<void> {
  const whole: number[] = [];
  const afterBlock: number[] = [];
  for (let index = 0; index < singles; index += 1) {
    const prepared = await prepare(shop, buyerOf(index), index);
    const startedAt = performance.now();
    await confirm(shop, prepared);
    let head = await client.getBlockNumber();
    let blockAt = startedAt;
    while ((await countSucceeded(database, [prepared.paymentId])) === 0) {
      const newest = await client.getBlockNumber();
      if (newest !== head) {
        head = newest;
        blockAt = performance.now();
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    whole.push(performance.now() - startedAt);
    afterBlock.push(performance.now() - blockAt);
  }
  const show = (values: readonly number[]) =>
    `median ${quantile(values, 0.5).toFixed(0)} ms, maximum ${quantile(values, 1).toFixed(0)} ms`;
  process.stdout.write(`\nSingle payments, ${singles} times:\n`);
  process.stdout.write(`  from confirm to succeeded ${show(whole)}; a block takes 1000 ms\n`);
  process.stdout.write(`  from its block to succeeded ${show(afterBlock)}\n`);
}
