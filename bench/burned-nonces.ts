import { setTimeout as pause } from "node:timers/promises";
import { encodeFunctionData, type Hex, keccak256, multicall3Abi, parseEther, stringToHex } from "viem";
import { erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type AnvilClient, connectAnvil } from "#scripts/devnet/anvil-client.ts";
import type { DevChain } from "#scripts/devnet/start-chain.ts";
import type { Service } from "#scripts/stack/service.ts";
import { invalidation, cancellation as signCancellation } from "#test/chain/burn-nonce.ts";
import { withProduct } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { setting } from "./setting.ts";
import {
  type Buyer,
  confirm,
  inParallel,
  makeBuyers,
  mintTo,
  type Offer,
  offerTo,
  type Prepared,
  type Shop,
  shopOf,
  tokenBy,
} from "./shop.ts";
import { type SlowProxy, startSlowProxy } from "./slow-proxy.ts";
import { printTable, quantile, say } from "./table.ts";

/** A chain with a token of each method. */
const chainId = 137;
const finalityBlocks = setting("CONFIRMATIONS", 20, 3);
const burnedCount = setting("BURNED", 1_000, 20);
const goodCount = setting("PAYMENTS", 60, 9);
const goodEveryMs = 470;
const nodeLatencyMs = setting("NODE_LATENCY_MS", 100, 100);
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
type Good = { ms: Record<"signed" | "approved", number[]>; cores: number };
type Till = { shop: Shop; chain: DevChain; client: AnvilClient };
type Burned = { ids: string[]; burnedAtMs: Map<string, number> };

/**
 * Measures the time from confirm to succeeded of payments that arrive steadily, alone and while a thousand
 * other payments are in progress whose buyers have used the signed nonce up after the confirm; and the time
 * until those have failed. The nonces are used up while the collection waits in the node's pool, before the
 * relay has simulated it, and before an approval that never arrives.
 */
export async function benchBurnedNonces(): Promise<void> {
  const proxies: SlowProxy[] = [];
  const nodeUrlOf = async ({ rpcUrl }: DevChain) => {
    const proxy = await startSlowProxy(rpcUrl, nodeLatencyMs);
    proxies.push(proxy);
    return proxy.url;
  };
  await withProduct({ chainIds: [chainId], confirmations: finalityBlocks, nodeUrlOf }, async (product) => {
    const [chain] = product.chains;
    if (chain === undefined) throw new Error("no chain was started");
    const till: Till = { shop: shopOf(product, chainId), chain, client: connectAnvil(chain.rpcUrl) };
    await fund(till.client);
    const { worker } = product;
    const scenarios: Readonly<Record<string, () => Promise<Burned>>> = {
      "in the pool": () => burnInPool(till),
      "before the simulation": async () => {
        process.kill(worker.pid, "SIGSTOP");
        const burned = await burnUnsent(till).finally(() => process.kill(worker.pid, "SIGCONT"));
        await awaitSimulated(burned);
        return burned;
      },
      "before an approval": () => burnAwaiting(till),
    };
    await measureGood(till, worker, await prepareGood(till, 9));
    await measureScenarios(till, worker, scenarios);
  }).finally(() => {
    for (const { stop } of proxies) stop();
  });
}

async function measureScenarios(
  till: Till,
  worker: Service,
  scenarios: Readonly<Record<string, () => Promise<Burned>>>,
): Promise<void> {
  const measured: [name: string, alone: Good, during: Good, burned: Failures][] = [];
  for (const [name, burn] of Object.entries(scenarios)) {
    if (!name.includes(process.env.SCENARIO ?? "")) continue;
    say(`Payments every ${goodEveryMs} ms, alone and with ${burnedCount} whose nonce is used up ${name}`);
    const alone = await measureGood(till, worker, await prepareGood(till, goodCount));
    const prepared = await prepareGood(till, goodCount);
    const burned = await burn();
    say(`${await countIn(burned.ids, "processing")} of them are in progress at first`);
    const during = await measureGood(till, worker, prepared);
    measured.push([name, alone, during, await awaitFailed(burned)]);
  }
  const title = `${goodCount} payments, one every ${goodEveryMs} ms, while ${burnedCount} others wait whose nonce is used up; ${finalityBlocks} blocks to finality; seconds beyond finality`;
  const columns = ["median s", "p95 s", "median s alone", "p95 s alone", "median ÷ alone", "p95 ÷ alone"];
  const printRow = printTable(title, ["Nonce used up", "paid with", ...columns, "cores: worker", "worker alone"]);
  for (const [name, alone, during] of measured) {
    for (const [kind, paidWith] of [
      ["signed", "signature"],
      ["approved", "approval and signature"],
    ] as const) {
      const figures = [during, alone].map(({ ms }) => [0.5, 0.95].map((part) => quantile(ms[kind], part)));
      const seconds = figures.flat().map((ms) => (ms / 1_000 - finalityBlocks).toFixed(1));
      const quotients = [0, 1].map((at) =>
        ((figures[0]?.[at] ?? Number.NaN) / (figures[1]?.[at] ?? Number.NaN)).toFixed(3),
      );
      printRow(name, paidWith, ...seconds, ...quotients, ...[during, alone].map(({ cores }) => cores.toFixed(2)));
    }
  }
  const failureTitle = `The ${burnedCount} payments whose nonce is used up: seconds from that to failed; limit ${limitMs / 1_000}`;
  const printFailure = printTable(failureTitle, [
    "Nonce used up",
    "failed",
    "not failed",
    "median s",
    "maximum s",
    "late",
  ]);
  for (const [name, , , { ms, others }] of measured) {
    const [median, maximum] = [0.5, 1].map((part) => (quantile(ms, part) / 1_000).toFixed(1));
    printFailure(name, ms.length, others, median ?? "", maximum ?? "", ms.filter((each) => each > limitMs).length);
  }
}

type Failures = { ms: number[]; others: number };

/** Waits until no burned payment is in progress. @returns milliseconds from the burns to the failures. */
async function awaitFailed({ ids, burnedAtMs }: Burned): Promise<Failures> {
  const deadline = Date.now() + 2 * limitMs;
  while (Date.now() < deadline && (await countIn(ids, "processing")) > 0) await pause(250);
  const select = "SELECT id, updated_at AS at FROM payment WHERE id = ANY($1::text[]) AND status = 'failed'";
  const rows = await database.rows(statement<{ id: string; at: Date }>({ name: "bench-failed", text: select }), [ids]);
  const ms = rows.map(({ id, at: failedAt }) => failedAt.getTime() - (burnedAtMs.get(id) ?? Number.NaN));
  return { ms, others: ids.length - rows.length };
}

async function countIn(ids: readonly string[], status: string): Promise<number> {
  const text = "SELECT count(*)::int AS count FROM payment WHERE id = ANY($1::text[]) AND status = $2::payment_status";
  const [row] = await database.rows(statement<{ count: number }>({ name: "bench-in-status", text }), [ids, status]);
  return row?.count ?? 0;
}

async function prepareGood({ shop, client }: Till, count: number): Promise<Waiting[]> {
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
async function payNow({ shop, client }: Till, payment: Waiting): Promise<void> {
  const hashes: Hex[] = [];
  for (const { to, data } of payment.approvals) hashes.push(await sendAs(client, payment.buyer, to, data));
  await confirm(shop, { ...payment, results: [...hashes, ...payment.results] });
}

/** Confirms prepared payments, one every `goodEveryMs`, and waits until all have succeeded. */
async function measureGood(till: Till, worker: Service, prepared: readonly Waiting[]): Promise<Good> {
  const endCpu = await watchCpu({ worker: worker.pid });
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
  while ((await countIn(ids, "processing")) > 0) await pause(100);
  const cores = (await endCpu()).worker ?? Number.NaN;
  const text = `SELECT p.id, p.status, e.created_at AS at FROM payment p
    LEFT JOIN payment_event e ON e.payment_id = p.id AND e.type = 'collected' WHERE p.id = ANY($1::text[])`;
  const rows = await database.rows(
    statement<{ id: string; status: string; at: Date }>({ name: "bench-collected", text }),
    [ids],
  );
  const approved = new Set(prepared.flatMap(({ paymentId, approvals }) => (approvals.length > 0 ? [paymentId] : [])));
  const ms: Good["ms"] = { signed: [], approved: [] };
  for (const { id, status, at: succeededAt } of rows) {
    if (status !== "succeeded") throw new Error(`payment ${id} is ${status}`);
    const tookMs = succeededAt.getTime() - (confirmedAtMs.get(id) ?? Number.NaN);
    ms[approved.has(id) ? "approved" : "signed"].push(tookMs);
  }
  return { ms, cores };
}

/** Puts the collections and, at a higher price, the burns into the pool before the same block. */
async function burnInPool(till: Till): Promise<Burned> {
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

/** Burns the nonces of confirmed payments while the worker is suspended. */
async function burnUnsent(till: Till): Promise<Burned> {
  return confirmAndBurn(till, await prepareBurnables(till, unsentBuyers));
}

/**
 * Waits until the relay has simulated all collections once. Payments of that moment would wait behind them in
 * the queue.
 */
async function awaitSimulated({ ids }: Burned): Promise<void> {
  const startedAt = performance.now();
  const text = `SELECT FROM payment_attempt a JOIN relay_transaction r ON r.attempt_id = a.id
    WHERE a.payment_id = ANY($1::text[]) AND r.state = 'queued' AND r.try_after IS NULL LIMIT 1`;
  while ((await database.rows(statement({ name: "bench-queued", text }), [ids])).length > 0) await pause(20);
  say(`Simulated once within ${(performance.now() - startedAt).toFixed(0)} ms of the worker's resumption`);
}

/** Burns the nonces of payments whose confirm named an approval that no node knows. */
async function burnAwaiting(till: Till): Promise<Burned> {
  return confirmAndBurn(till, await prepareBurnables(till, unapproved));
}

async function confirmAndBurn({ shop, client }: Till, burnables: readonly Burnable[]): Promise<Burned> {
  await inParallel(burnables.length, atOnce, (index) => confirm(shop, burnables[index] as Burnable));
  await awaitMined(client, await burn(client, burnables));
  const now = Date.now();
  const ids = burnables.map(({ paymentId }) => paymentId);
  return { ids, burnedAtMs: new Map(ids.map((id) => [id, now])) };
}

/**
 * Signs payments, half of them by EIP-3009 and half by Permit2; all by Permit2 for buyers without an
 * approval.
 */
function prepareBurnables({ shop }: Till, buyers: readonly Buyer[]): Promise<Burnable[]> {
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
