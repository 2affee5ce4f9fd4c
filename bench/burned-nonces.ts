import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { encodeFunctionData, type Hex, keccak256, multicall3Abi, parseEther, stringToHex } from "viem";
import { erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";
import type { Service } from "#scripts/stack/service.ts";
import { invalidation, cancellation as signCancellation } from "#test/chain/burn-nonce.ts";
import { cpuSeconds } from "./cpu-time.ts";
import { quantile } from "./quantile.ts";
import {
  type Buyer,
  confirm,
  inParallel,
  makeBuyers,
  mintTo,
  type Offer,
  offerTo,
  type Prepared,
  type RunningShop,
  startShop,
  tokenBy,
} from "./shop.ts";

/** A chain with a token of each method. */
const chainId = 137;
const finalityBlocks = Number(process.env.CONFIRMATIONS ?? 20);
const burnedCount = Number(process.env.BURNED ?? 1_000);
const goodCount = Number(process.env.PAYMENTS ?? 60);
const goodEveryMs = 470;
const nodeLatencyMs = Number(process.env.NODE_LATENCY_MS ?? 100);
/** A burned payment has this long to fail, from the block that burned its nonce. */
const limitMs = (finalityBlocks + 30) * 1_000;
const perBlock = 250;
const atOnce = 16;

const [usdc, usdt] = [tokenBy(chainId, "eip3009"), tokenBy(chainId, "permit2")];
const goodBuyers = makeBuyers("good buyer", 16);
/** One of this many payments needs an approval, which its buyer sends with the confirm. */
const oneNeedsApproval = 3;
let approvingBuyers = 0;
/** Different ones each time, because an account of many failed payments is refused. */
const [poolBuyers, unsentBuyers, unapproved] = ["pool", "unsent", "unapproved"].map((name) => makeBuyers(name, 64)) as [
  Buyer[],
  Buyer[],
  Buyer[],
];
const at = (buyers: readonly Buyer[], index: number) => buyers[index % buyers.length] as Buyer;

/** A signed payment, and the buyer's means to use its nonce up. */
type Burnable = Prepared & { buyer: Buyer; nonce: Hex; cancellation: Hex | null };
/** A signed payment, whose buyer may still have to send an approval. */
type Waiting = Prepared & { buyer: Buyer; approvals: Offer["approvals"] };
type Good = { ms: Record<"signed" | "approved", number[]>; workerCpuSeconds: number };
type Burned = { ids: string[]; burnedAtMs: Map<string, number> };

/**
 * Measures the time from confirm to succeeded of payments that arrive steadily, alone and while a thousand other payments are
 * in progress whose buyers have used the signed nonce up after the confirm; and the time until those have failed. The nonces
 * are used up while the collection waits in the node's pool, before the relay has simulated it, and before an approval that
 * never arrives.
 */
export async function benchBurnedNonces(): Promise<void> {
  const till = await startShop(chainId, finalityBlocks, nodeLatencyMs);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    await fund(till.client);
    let worker = await till.startWorker();
    await measureGood(till, worker, await prepareGood(till, 9));
    say(`\nPayments every ${goodEveryMs} ms, alone`);
    const alone = await measureGood(till, worker, await prepareGood(till, goodCount));
    report(alone);
    for (const [name, burn] of [
      ["in the pool", () => burnInPool(till)],
      [
        "before the simulation",
        async () => {
          await worker.stop();
          const burned = await burnUnsent(till);
          worker = await till.startWorker();
          await awaitSimulated(till.database, burned);
          return burned;
        },
      ],
      ["before an approval", () => burnAwaiting(till)],
    ] as const) {
      if (!name.includes(process.env.SCENARIO ?? "")) continue;
      say(`\nPayments every ${goodEveryMs} ms, with ${burnedCount} whose nonce is used up ${name}`);
      const prepared = await prepareGood(till, goodCount);
      const burned = await burn();
      say(`  ${await countIn(till.database, burned.ids, "processing")} of them are in progress at first`);
      const good = await measureGood(till, worker, prepared);
      report(good, alone);
      await reportBurned(till.database, burned);
    }
  } finally {
    await till.stop();
  }
}

function report({ ms, workerCpuSeconds }: Good, alone?: Good): void {
  for (const kind of ["signed", "approved"] as const) {
    const cells = [0.5, 0.95].map((part) => {
      const value = quantile(ms[kind], part);
      const ratio = alone === undefined ? "" : `, ratio ${(value / quantile(alone.ms[kind], part)).toFixed(3)}`;
      const beyond = (value - finalityBlocks * 1_000).toFixed(0);
      return `${part === 0.5 ? "median" : "p95"} ${value.toFixed(0)} ms (finality + ${beyond} ms)${ratio}`;
    });
    const which = kind === "signed" ? "with a signature" : "with an approval and a signature";
    process.stdout.write(`  from confirm to succeeded, ${which}: ${cells.join("; ")}\n`);
  }
  process.stdout.write(`  ${workerCpuSeconds.toFixed(1)} s CPU of the worker\n`);
}

async function reportBurned(database: pg.Client, { ids, burnedAtMs }: Burned): Promise<void> {
  const deadline = Date.now() + 2 * limitMs;
  while (Date.now() < deadline && (await countIn(database, ids, "processing")) > 0) await pause(250);
  const { rows } = await database.query<{ id: string; status: string; at: Date }>(
    "SELECT id, status, updated_at AS at FROM payment WHERE id = ANY($1)",
    [ids],
  );
  const failed = rows.filter(({ status }) => status === "failed");
  const ms = failed.map(({ id, at: failedAt }) => failedAt.getTime() - (burnedAtMs.get(id) ?? Number.NaN));
  const late = ms.filter((each) => each > limitMs).length;
  const counts = Object.entries(Object.groupBy(rows, ({ status }) => status)).map(([s, all]) => `${all?.length} ${s}`);
  process.stdout.write(`  burned payments: ${counts.join(", ")}\n`);
  process.stdout.write(
    `  from the burn to failed: median ${quantile(ms, 0.5)} ms, maximum ${quantile(ms, 1)} ms; limit ${limitMs} ms, ${late} late\n`,
  );
}

async function countIn(database: pg.Client, ids: readonly string[], status: string): Promise<number> {
  const query = "SELECT count(*)::int AS count FROM payment WHERE id = ANY($1) AND status = $2::payment_status";
  return (await database.query<{ count: number }>(query, [ids, status])).rows[0]?.count ?? 0;
}

async function prepareGood({ shop, client }: RunningShop, count: number): Promise<Waiting[]> {
  const approving = makeBuyers(`approving buyer ${approvingBuyers++}`, Math.ceil(count / oneNeedsApproval));
  await mintTo(client, usdt, approving);
  for (const { address } of approving) await client.setBalance({ address, value: parseEther("1000") });
  return inParallel(count, atOnce, async (index) => {
    const needsApproval = index % oneNeedsApproval === 0;
    const buyer = needsApproval ? at(approving, index / oneNeedsApproval) : at(goodBuyers, index);
    const [offer] = await offerTo(shop, buyer, index);
    if (offer === undefined) throw new Error("nothing was offered");
    return { ...offer, buyer, results: [await buyer.signTypedData(offer.typedData)] };
  });
}

/** Sends a payment's approval, if it needs one, and confirms it without waiting for a block. */
async function payNow({ shop, client }: RunningShop, payment: Waiting): Promise<void> {
  const hashes: Hex[] = [];
  for (const { to, data } of payment.approvals) hashes.push(await sendAs(client, payment.buyer, to, data));
  await confirm(shop, { ...payment, results: [...hashes, ...payment.results] });
}

/** Confirms prepared payments, one every `goodEveryMs`, and waits until all have succeeded. */
async function measureGood(till: RunningShop, worker: Service, prepared: readonly Waiting[]): Promise<Good> {
  const { database } = till;
  const cpuBefore = await cpuSeconds(worker.pid);
  const startedAt = performance.now();
  const confirmedAtMs = new Map<string, number>();
  const confirms: Promise<unknown>[] = [];
  for (const [index, one] of prepared.entries()) {
    await pause(Math.max(0, index * goodEveryMs - (performance.now() - startedAt)));
    confirmedAtMs.set(one.paymentId, Date.now());
    confirms.push(payNow(till, one));
  }
  await Promise.all(confirms);
  const ids = prepared.map(({ paymentId }) => paymentId);
  while ((await countIn(database, ids, "processing")) > 0) await pause(100);
  const { rows } = await database.query<{ id: string; status: string; at: Date }>(
    `SELECT p.id, p.status, e.created_at AS at FROM payment p
     LEFT JOIN payment_event e ON e.payment_id = p.id AND e.type = 'collected' WHERE p.id = ANY($1)`,
    [ids],
  );
  const approved = new Set(prepared.flatMap(({ paymentId, approvals }) => (approvals.length > 0 ? [paymentId] : [])));
  const ms: Good["ms"] = { signed: [], approved: [] };
  for (const { id, status, at: succeededAt } of rows) {
    if (status !== "succeeded") throw new Error(`payment ${id} is ${status}`);
    const tookMs = succeededAt.getTime() - (confirmedAtMs.get(id) ?? Number.NaN);
    ms[approved.has(id) ? "approved" : "signed"].push(tookMs);
  }
  return { ms, workerCpuSeconds: ((await cpuSeconds(worker.pid)) ?? 0) - (cpuBefore ?? 0) };
}

/** Puts the collections and, at a higher price, the burns into the pool before the same block. */
async function burnInPool(till: RunningShop): Promise<Burned> {
  const { shop, chain, client } = till;
  const burnables = await prepareBurnables(till, poolBuyers);
  const burnedAtMs = new Map<string, number>();
  for (let start = 0; start < burnables.length; start += perBlock) {
    const some = burnables.slice(start, start + perBlock);
    const hashes = await chain.betweenBlocks(async () => {
      await inParallel(some.length, atOnce, (index) => confirm(shop, some[index] as Burnable));
      while ((await client.getTxpoolStatus()).pending < some.length) await pause(20);
      return burn(client, some);
    });
    await awaitMined(client, hashes);
    for (const { paymentId } of some) burnedAtMs.set(paymentId, Date.now());
  }
  return { ids: burnables.map(({ paymentId }) => paymentId), burnedAtMs };
}

/** Burns the nonces of confirmed payments while no worker runs. */
async function burnUnsent(till: RunningShop): Promise<Burned> {
  return confirmAndBurn(till, await prepareBurnables(till, unsentBuyers));
}

/** Waits until the relay has simulated all collections once. Payments of that moment would wait behind them in the queue. */
async function awaitSimulated(database: pg.Client, { ids }: Burned): Promise<void> {
  const startedAt = performance.now();
  const query = `SELECT FROM payment_attempt a JOIN relay_transaction r ON r.attempt_id = a.id
    WHERE a.payment_id = ANY($1) AND r.state = 'queued' AND r.try_after IS NULL LIMIT 1`;
  while ((await database.query(query, [ids])).rows.length > 0) await pause(20);
  process.stdout.write(
    `  simulated once within ${(performance.now() - startedAt).toFixed(0)} ms of the worker's start\n`,
  );
}

/** Burns the nonces of payments whose confirm named an approval that no node knows. */
async function burnAwaiting(till: RunningShop): Promise<Burned> {
  return confirmAndBurn(till, await prepareBurnables(till, unapproved));
}

async function confirmAndBurn({ shop, client }: RunningShop, burnables: readonly Burnable[]): Promise<Burned> {
  await inParallel(burnables.length, atOnce, (index) => confirm(shop, burnables[index] as Burnable));
  await awaitMined(client, await burn(client, burnables));
  const now = Date.now();
  const ids = burnables.map(({ paymentId }) => paymentId);
  return { ids, burnedAtMs: new Map(ids.map((id) => [id, now])) };
}

/** Signs payments, half of them by EIP-3009 and half by Permit2; all by Permit2 for buyers without an approval. */
function prepareBurnables({ shop }: RunningShop, buyers: readonly Buyer[]): Promise<Burnable[]> {
  return inParallel(burnedCount, atOnce, async (index) => {
    const buyer = at(buyers, index);
    const offers = await offerTo(shop, buyer, index);
    const token = buyers === unapproved || index % 2 === 0 ? usdt : usdc;
    const offer = offers.find(({ asset }) => asset.endsWith(assetOf(token)));
    if (offer === undefined) throw new Error(`${token.symbol} was not offered`);
    const signature = await buyer.signTypedData(offer.typedData);
    const approvals = offer.approvals.map(() => keccak256(stringToHex(offer.optionId)));
    const nonce = nonceOf(offer);
    const cancellation = token === usdc ? await signCancellation(buyer, offer.typedData.domain, nonce) : null;
    return { ...offer, results: [...approvals, signature], buyer, nonce, cancellation };
  });
}

/** The signed nonce as 32 bytes. */
function nonceOf({ typedData }: Offer): Hex {
  const { nonce } = typedData.message as { nonce: string };
  return `0x${BigInt(nonce).toString(16).padStart(64, "0")}`;
}

const fees = { maxFeePerGas: parseEther("0.000005"), maxPriorityFeePerGas: parseEther("0.000001") };
const perMulticall = 60;

/** Sends the transactions that use the nonces up, before all others of their block. */
async function burn(client: AnvilClient, burnables: readonly Burnable[]): Promise<Hex[]> {
  const cancellations = burnables.flatMap(({ cancellation }) => cancellation ?? []);
  const hashes: Hex[] = [];
  for (let start = 0; start < cancellations.length; start += perMulticall) {
    const calls = cancellations.slice(start, start + perMulticall).map((callData) => {
      return { target: usdc.address, callData, allowFailure: false };
    });
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
    const call = { to: multicall3Address, data, gas: 6_000_000n, chain: null, ...fees };
    hashes.push(await client.sendTransaction({ ...call, account: devAccounts().faucet.address }));
  }
  for (const { buyer, nonce, cancellation } of burnables) {
    if (cancellation !== null) continue;
    hashes.push(await sendAs(client, buyer, permit2Address, invalidation(nonce)));
  }
  return hashes;
}

const sent = new Map<string, number>();

async function sendAs(client: AnvilClient, buyer: Buyer, to: Hex, data: Hex): Promise<Hex> {
  const nonce = sent.get(buyer.address) ?? 0;
  sent.set(buyer.address, nonce + 1);
  const call = { chainId, type: "eip1559", nonce, to, data, gas: 80_000n } as const;
  return client.sendRawTransaction({ serializedTransaction: await buyer.signTransaction({ ...call, ...fees }) });
}

/** @throws Error when one of them reverts. */
async function awaitMined(client: AnvilClient, hashes: readonly Hex[]): Promise<void> {
  for (const hash of hashes) {
    const { status } = await client.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`${hash} reverted`);
  }
}

async function fund(client: AnvilClient): Promise<void> {
  const approved = [...poolBuyers, ...unsentBuyers];
  await mintTo(client, usdc, [...goodBuyers, ...approved]);
  await mintTo(client, usdt, [...approved, ...unapproved]);
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, 10n ** 12n] });
  const { faucet, relayer } = devAccounts();
  for (const { address } of [faucet, relayer, ...approved, ...unapproved]) {
    await client.setBalance({ address, value: parseEther("100000") });
  }
  const hashes: Hex[] = [];
  for (const buyer of approved) hashes.push(await sendAs(client, buyer, usdt.address, approve));
  await awaitMined(client, hashes);
}
