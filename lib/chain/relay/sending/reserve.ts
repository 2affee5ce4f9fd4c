import { setTimeout as pause } from "node:timers/promises";
import { gasCeiling, getChain } from "#lib/chain/chains.ts";
import { gasCap } from "#lib/chain/gas-cap.ts";
import { withTimeout } from "#lib/chain/nodes/ask-chain.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { type GasBudget, selectAffordable } from "#lib/chain/relay/fees/affordable.ts";
import { type GasMarket, initialFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { simulateWithKnownLimit } from "#lib/chain/relay/fees/simulate-as-sent.ts";
import { type Charged, chargeOutflows, listWithinLimits, reportLimited } from "#lib/chain/relay/limits/outflow.ts";
import { quarantineIfAhead, readPendingNonce } from "#lib/chain/relay/nonces/compare-nonces.ts";
import { reserveNonces, takeNonces } from "#lib/chain/relay/nonces/nonce-repository.ts";
import { countRecovered } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { relayKinds } from "#lib/chain/relay/relay-kinds.ts";
import { ownerOf, type RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import {
  type Execution,
  type RelayQueue,
  type RelayTransaction,
  relayQueueKey,
} from "#lib/chain/relay/relay-transaction.ts";
import { delayTransaction, listDelayed, listFresh } from "#lib/chain/relay/repository.ts";
import {
  endUnsent,
  type FailedSimulation,
  handleSimulationFailure,
  handleUsedNonce,
} from "#lib/chain/relay/sending/simulation-failure.ts";
import { sumCommittedWei } from "#lib/chain/relay/submissions.ts";
import type { RunningWork } from "#lib/core/running-work.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/**
 * The number of transactions simulated at once, and the timeout of each. Fresh ones get a short timeout, so that a slow call
 * does not delay those behind it noticeably, and are few enough for a node to finish within it. Delayed ones get enough for
 * three calls in a row of a node that takes 1.5 s for each.
 */
const batches = {
  fresh: { list: listFresh, timeoutMs: 750, perPass: 64 },
  delayed: { list: listDelayed, timeoutMs: 6_000, perPass: 200 },
} as const;

type Simulation =
  | { kind: "succeeded"; transaction: RelayTransaction; gasLimit: bigint }
  /** A payout or a movement that another transaction has made. */
  | { kind: "executed"; transaction: RelayTransaction; execution: Execution }
  | { kind: "failed"; transaction: RelayTransaction; failure: FailedSimulation }
  | { kind: "used"; transaction: RelayTransaction; finalBlock: bigint | null }
  | { kind: "forbidden"; transaction: RelayTransaction; reason: string }
  | { kind: "unknown"; transaction: RelayTransaction };

/** The process that reserves, named as in the queue's lease. `ends` are those of its unsent transactions. */
type Reserver = { owner: string; mayReserve: boolean; registry: RelayRegistry; ends: RunningWork<bigint> };

/**
 * Simulates a queue's queued transactions and reserves a nonce for each that would succeed and that the wallet can pay for. A
 * transaction that would revert is delayed until that is certain (see `handleSimulationFailure`); it has no nonce and was
 * never signed, so it can't reach the chain. One that its owner forbids is refused at once. While the gas price is above the
 * ceiling, nothing is reserved. A transaction beyond an outflow limit waits as well. Where the node knows more of the wallet's
 * transactions than the database, which may have failed over since the last round, the wallet is quarantined instead.
 * @param reserver without `mayReserve`, transactions are simulated and ended, and no nonce is reserved.
 * @param which transactions that were never simulated, or delayed ones that are due.
 * @returns how many got a nonce, and whether more may be ready right away.
 */
export async function reserveQueued(
  queue: RelayQueue,
  { owner, mayReserve, registry, ends }: Reserver,
  which: keyof typeof batches,
): Promise<{ count: number; isMore: boolean }> {
  const { list, timeoutMs, perPass } = batches[which];
  // The ones that are being ended are still listed, and would take the place of others.
  const listed = await list(database, queue, perPass + ends.size);
  const queued = listed.filter(({ id }) => !ends.has(id)).slice(0, perPass);
  if (queued.length === 0) return { count: 0, isMore: false };
  const client = chainClient(queue.chainId);
  const [head, market, balance, committed, pendingNonce, recovered] = await Promise.all([
    client.getBlockNumber(),
    readMarket(queue.chainId),
    client.getBalance({ address: queue.wallet }),
    sumCommittedWei(database, queue),
    readPendingNonce(queue),
    countRecovered(database, queue),
  ]);
  if (isAboveCeiling(queue, market)) return { count: 0, isMore: false };
  const { maxFeePerGas } = initialFees(market, gasCeiling(queue.chainId));
  const gasPrice = balance >= gasCap * maxFeePerGas ? maxFeePerGas : null;
  const hasFailures = queued.some(({ simulationFailedAtBlock }) => simulationFailedAtBlock !== null);
  const finalBlock = hasFailures ? await newestFinalBlock(queue.chainId, head) : null;
  const simulations = claimOnce(
    await Promise.all(
      queued.map((transaction) => simulate(transaction, { gasPrice, head, finalBlock, timeoutMs }, registry)),
    ),
  );
  const budget = { queue, available: balance - committed, maxFeePerGas } satisfies GasBudget;
  const ready = await selectAffordable(
    budget,
    simulations.filter((simulation) => simulation.kind === "succeeded"),
  );
  const charged = mayReserve ? ready.map((each) => ({ ...each, maxFeePerGas })) : [];
  const count = await reserveWithinLimits(queue, { owner, pendingNonce, recovered }, charged);
  await Promise.all(simulations.map((simulation) => handleWithinRound(simulation, head, { registry, ends })));
  // Others follow the ones that got a nonce or failed. If there is neither, trying again at once would not help.
  const isQueueShorter = count > 0 || simulations.some(({ kind }) => kind === "failed" || kind === "forbidden");
  return { count, isMore: queued.length === perPass && isQueueShorter };
}

/**
 * The process that reserves, the wallet's next nonce by the node, and the number of its transactions that its
 * recovery had found.
 */
type Taker = { owner: string; pendingNonce: bigint; recovered: number };

/** Reserves nonces for all, or only for those within the outflow limits; the others are delayed. @returns how many got one. */
async function reserveWithinLimits(queue: RelayQueue, taker: Taker, ready: readonly Charged[]): Promise<number> {
  if (ready.length === 0) return 0;
  const first = await reserve(queue, taker, ready);
  if (first === "refused") await quarantineIfAhead(queue, taker.pendingNonce);
  if (first !== "limited") return first === "reserved" ? ready.length : 0;
  const within = new Set(await listWithinLimits(database, queue, ready));
  await reportLimited(
    queue,
    ready.filter((each) => !within.has(each)),
  );
  if (within.size === 0) return 0;
  return (await reserve(queue, taker, [...within])) === "reserved" ? within.size : 0;
}

class LimitReached extends Error {
  override readonly name = "LimitReached";
}

/**
 * Reserves nonces for all of them and counts what they send and may cost, in one database transaction.
 * @returns `refused` for a wallet that is quarantined or paused, whose lease another worker has, or of which the node knows more
 * transactions; `limited` when they exceed an outflow limit.
 */
async function reserve(
  queue: RelayQueue,
  taker: Taker,
  ready: readonly Charged[],
): Promise<"reserved" | "refused" | "limited"> {
  const outcome = await inTransaction(async (tx) => {
    const first = await takeNonces(tx, queue, ready.length, taker);
    if (first === null) return "refused" as const;
    await reserveNonces(
      tx,
      first,
      ready.map(({ transaction, gasLimit }) => ({ id: transaction.id, gasLimit })),
    );
    // Thrown, so that the nonces are given back.
    if (!(await chargeOutflows(tx, queue, ready))) throw new LimitReached();
    return "reserved" as const;
  }).catch((error: unknown) => {
    if (error instanceof LimitReached) return "limited" as const;
    throw error;
  });
  if (outcome === "reserved") for (const { transaction } of ready) reachRelayFaultPoint(transaction, "reserved");
  return outcome;
}

type SimulationContext = {
  /** In wei; null when the wallet can't pay for the cap, so that no node refuses the simulation for that. */
  gasPrice: bigint | null;
  head: bigint;
  /** Null when no transaction of the pass has failed before. */
  finalBlock: bigint | null;
  timeoutMs: number;
};

/** An odd answer, or a timeout, delays its own transaction and not the queue. */
async function simulate(
  transaction: RelayTransaction,
  { gasPrice, head, finalBlock, timeoutMs }: SimulationContext,
  registry: RelayRegistry,
): Promise<Simulation> {
  const { chainId, purpose, simulationFailedAtBlock } = transaction;
  const owner = ownerOf(registry, transaction);
  try {
    // A plain transfer succeeds every time: only the chain tells whether it was made.
    const isTransfer = relayKinds[purpose.kind].transferCounts !== null;
    const execution = isTransfer ? await withTimeout(chainId, timeoutMs, owner.findExecution(transaction, 0n)) : null;
    if (execution !== null) return { kind: "executed", transaction, execution };
    // A thousand calls that fail because their nonces are used would keep the node from simulating others.
    if (simulationFailedAtBlock !== null && finalBlock !== null) {
      const state = await withTimeout(chainId, timeoutMs, owner.readSignedNonce(transaction, { head, finalBlock }));
      if (state !== "unused") return { kind: "used", transaction, finalBlock: state === "final" ? finalBlock : null };
    }
    const simulated = await withTimeout(
      chainId,
      timeoutMs,
      simulateWithKnownLimit(transaction, transaction.value > 0n ? null : gasPrice),
    );
    if (!("gasLimit" in simulated)) {
      return { kind: "failed", transaction, failure: { reason: simulated.refusal, gasPrice } };
    }
    const reason = await owner.findProhibition(transaction);
    if (reason !== null) return { kind: "forbidden", transaction, reason };
    return { kind: "succeeded", transaction, gasLimit: simulated.gasLimit };
  } catch (error) {
    log().warn({ err: error, purpose: describePurpose(purpose) }, "a transaction could not be simulated");
    return { kind: "unknown", transaction };
  }
}

/**
 * Leaves a transaction on chain to the first of the equal calls that have found it, because it made only one of them. The others
 * look again once that one has ended.
 */
function claimOnce(simulations: readonly Simulation[]): Simulation[] {
  const claimed = new Set<string>();
  return simulations.map((simulation) => {
    if (simulation.kind !== "executed") return simulation;
    const { transaction, execution } = simulation;
    const { target, calldata, value } = transaction;
    const claim = [execution.receipt.transactionHash, target, calldata, value].join(" ");
    if (claimed.has(claim)) return { kind: "unknown", transaction };
    claimed.add(claim);
    return simulation;
  });
}

/** A round waits this long for ends: the search of the chain before one may take minutes at a provider with narrow limits. */
const endsWithinMs = 2_000;

/** Handles a transaction that isn't ready. The queue awaits one that takes longer than a round when it stops. */
async function handleWithinRound(
  simulation: Simulation,
  head: bigint,
  { registry, ends }: Pick<Reserver, "registry" | "ends">,
): Promise<void> {
  if (simulation.kind === "succeeded") return;
  const work = ends.start(simulation.transaction.id, () => handleUnready(simulation, head, registry));
  await Promise.race([work, pause(endsWithinMs, undefined, { ref: false })]);
}

async function handleUnready(simulation: Simulation, head: bigint, registry: RelayRegistry): Promise<void> {
  const { transaction } = simulation;
  const { blockTimeMs } = getChain(transaction.chainId);
  try {
    if (simulation.kind === "failed") {
      await handleSimulationFailure(transaction, simulation.failure, head, registry);
    }
    if (simulation.kind === "used") await handleUsedNonce(transaction, simulation.finalBlock, registry);
    if (simulation.kind === "executed") {
      const refusal = { reason: "it was made before", isForbidden: false };
      await endUnsent(transaction, refusal, simulation.execution, registry);
    }
    if (simulation.kind === "forbidden") {
      const { reason } = simulation;
      // A database that is older than the chain may not know that the call was made before.
      const execution = await ownerOf(registry, transaction).decideExecution(transaction, 0n);
      log().warn({ purpose: describePurpose(transaction.purpose), reason }, "a call is forbidden");
      await endUnsent(transaction, { reason, isForbidden: true }, execution, registry);
    }
    if (simulation.kind === "unknown") await delayTransaction(database, transaction.id, blockTimeMs, null);
  } catch (error) {
    log().warn({ err: error, purpose: describePurpose(transaction.purpose) }, "a failed simulation was not handled");
    await delayTransaction(database, transaction.id, blockTimeMs, null);
  }
}

function isAboveCeiling(queue: RelayQueue, { price }: GasMarket): boolean {
  const ceiling = gasCeiling(queue.chainId);
  if (price <= ceiling) return false;
  const facts = { ...queue, price, ceiling };
  raiseAlarm(
    "gas_price",
    relayQueueKey(queue),
    facts,
    "the gas price is above the ceiling; no new transaction is sent",
  );
  return true;
}
