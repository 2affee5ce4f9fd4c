import { getAddress, isAddressEqual } from "viem";
import { readSettledBalance } from "#lib/chain/asset-balance.ts";
import { findChain, gasCeiling, gasReserve } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { initialFees, readMarket } from "#lib/chain/relay/fees/fees.ts";
import { findQuarantine } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { isActiveWallet, listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { findPayer } from "#lib/chain/router/collected-event.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { findToken, tokensOfChain } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { currentActor } from "#lib/core/actor.ts";
import { type Address, type Caip19, parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { reasonAgainst } from "#lib/core/destination.ts";
import { type MovementId, newId } from "#lib/core/ids.ts";
import { formatAtomic } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import {
  type Claims,
  insertMovement,
  lockMovementsOf,
  lockStrayTransfer,
  type NewMovement,
  readClaims,
  readWaitingGas,
  type StrayTransfer,
} from "#lib/domain/payments/ledger/movements/repository.ts";

/** The gas that a transaction without a limit yet is assumed to use. */
const assumedGas = 300_000n;

/** The operator's request. A sweep without an amount takes everything that is free. */
export type MovementRequest =
  | (RelayQueue & {
      kind: "sweep" | "withdrawal";
      asset: Caip19;
      /** In smallest units of `asset`; null for everything that is free. */
      amount: bigint | null;
      destination: Address;
      reason: string;
    })
  /**
   * Sends a transfer that arrived without a payment back to its sender, or to the buyer: of the payment that
   * a person has attributed it to, or whose tokens a payment router has forwarded.
   */
  | { kind: "return"; transferId: bigint; reason: string };

/** The effect of a movement, and the figures behind it. Amounts in smallest units of `asset`. */
export type MovementPlan = Omit<NewMovement, "id" | "orderedBy"> & {
  figures: Claims & {
    /** The lower of the balances at the newest final block and at the head. */
    onChain: bigint;
    /** Native coin that stays for gas, and that waiting transactions may cost; 0 for tokens. */
    reserve: bigint;
    waitingGas: bigint;
    /** The most that may be moved; negative when claims exceed the balance. */
    free: bigint;
  };
};

/**
 * Returns what an order would do now, without doing it.
 * @throws Error with the reason, for the operator, when it can't be done.
 */
export async function planMovement(request: MovementRequest): Promise<MovementPlan> {
  const read = await readChain(await inTransaction((tx) => toTarget(tx, request)));
  return inTransaction((tx) => plan(tx, request, read));
}

/**
 * Orders a movement: records it and queues its transaction, in one database transaction. Requests of one
 * wallet wait for each other.
 * @throws Error with the reason and the figures, for the operator, when it can't be done; then nothing is changed.
 */
export async function requestMovement(request: MovementRequest): Promise<MovementPlan & { id: MovementId }> {
  const read = await readChain(await inTransaction((tx) => toTarget(tx, request)));
  return inTransaction(async (tx) => {
    await lockMovementsOf(tx, read);
    const planned = await plan(tx, request, read);
    const { figures, ...movement } = planned;
    const id = newId("mov", clock.now());
    await insertMovement(tx, { ...movement, id, orderedBy: currentActor()?.name ?? "service" });
    const { chainId, wallet, asset, amount, destination, sinceBlock } = movement;
    const token = parseCaip19(asset)?.address;
    const call =
      token === undefined
        ? { target: destination, calldata: "0x" as const, value: amount }
        : { target: token, calldata: transferCalldata(destination, amount) };
    const purpose = { kind: "movement", movementId: id } as const;
    await queueTransaction(tx, { chainId, wallet, purpose, ...call, sinceBlock });
    return { ...planned, id };
  });
}

/** Returns why money must not be sent to an address, for the operator; null for a good destination. */
export async function findDestinationProblem(
  on: Queryable,
  chainId: number,
  destination: Address,
): Promise<string | null> {
  const isOneOf = (addresses: readonly Address[]) => addresses.some((each) => isAddressEqual(each, destination));
  const wallets = (await listAllWallets(on)).map(({ wallet }) => wallet);
  if (isOneOf(wallets)) return `${destination} is one of Till's own wallets. Name an address outside of Till.`;
  if (isOneOf(knownRouters(chainId))) return `${destination} is a payment router, which can't send tokens back.`;
  const tokens = tokensOfChain(chainId).map(({ address }) => address);
  switch (reasonAgainst(getAddress(destination), tokens)) {
    case "zero":
    case "unowned":
      return `${destination} belongs to no one: what is sent there is lost.`;
    case "shared":
      return `${destination} is a contract that sends its tokens to any caller, such as Multicall3 or a router of an exchange.`;
    case "token":
      return `${destination} is a token contract: what is sent there is lost.`;
    case "permit2":
      return `${destination} is the Permit2 contract: what is sent there is lost.`;
    case null:
      return null;
  }
}

/** The money to move, and the transfer that is sent back; null for other movements. */
type Target = RelayQueue & { asset: Caip19; stray: StrayTransfer | null };

async function toTarget(tx: Queryable, request: MovementRequest): Promise<Target> {
  if (request.kind !== "return") return { ...request, stray: null };
  const stray = await lockStrayTransfer(tx, request.transferId);
  if (stray === null) {
    throw new Error(
      `No transfer ${request.transferId} that arrived at a relayer wallet can be sent back. List them with npm run treasury -- list.`,
    );
  }
  const { chainId, wallet, asset } = stray;
  return { chainId, wallet, asset, stray };
}

type ChainFacts = RelayQueue & {
  asset: Caip19;
  onChain: bigint;
  finalBlock: bigint;
  maxFeePerGas: bigint;
  /** The recipient of a return; null for other movements. */
  payee: Address | null;
};

async function readChain({ chainId, wallet, asset, stray }: Target): Promise<ChainFacts> {
  const payee = stray === null ? null : await findPayee(stray);
  const { balance: onChain, finalBlock } = await readSettledBalance(chainId, wallet, asset);
  const { maxFeePerGas } = initialFees(await readMarket(chainId), gasCeiling(chainId));
  return { chainId, wallet, asset, onChain, finalBlock, maxFeePerGas, payee };
}

/** A payment router can't be sent anything back, so its event names the buyer. */
async function findPayee({
  id,
  chainId,
  wallet,
  asset,
  amount,
  sender,
  txHash,
  buyer,
}: StrayTransfer): Promise<Address> {
  const router = knownRouters(chainId).find((each) => isAddressEqual(each, sender));
  if (router === undefined) {
    const account = buyer === null ? null : parseCaip10(buyer);
    return account?.chainId === chainId ? account.address : sender;
  }
  const token = parseCaip19(asset)?.address;
  const receipt = await chainClient(chainId).getTransactionReceipt({ hash: txHash });
  const payer = token === undefined ? null : findPayer(receipt, { router, token, to: wallet, amount });
  if (payer !== null) return payer;
  throw new Error(
    `The buyer of transfer ${id} can't be read from ${txHash}: find out who paid, then resolve and withdraw it.`,
  );
}

async function plan(tx: Queryable, request: MovementRequest, facts: ChainFacts): Promise<MovementPlan> {
  const { chainId, wallet, asset, finalBlock: sinceBlock, payee } = facts;
  if (request.reason.trim() === "") throw new Error("The movement has no reason. Say in --reason what it is for.");
  await requireSendingWallet(tx, facts);
  const stray = request.kind === "return" ? await lockStrayTransfer(tx, request.transferId) : null;
  const figures = await readFigures(tx, facts, stray?.id ?? null);
  const wanted = request.kind === "return" ? (stray?.amount ?? 0n) : request.amount;
  const amount = wanted ?? figures.free;
  const destination = request.kind === "return" ? payee : request.destination;
  if (destination === null || (request.kind === "return" && stray === null))
    throw new Error("The transfer was resolved meanwhile.");
  const problem = await findDestinationProblem(tx, chainId, destination);
  if (problem !== null) throw new Error(problem);
  if (amount <= 0n || amount > figures.free) throw new Error(describeShortage(asset, wanted, figures));
  const { kind, reason } = request;
  const walletTransferId = stray?.id ?? null;
  return {
    kind,
    chainId,
    wallet,
    asset,
    amount,
    destination,
    walletTransferId,
    reason: reason.trim(),
    sinceBlock,
    figures,
  };
}

async function requireSendingWallet(on: Queryable, { chainId, wallet }: RelayQueue): Promise<void> {
  if (!(await isActiveWallet(on, chainId, wallet))) {
    throw new Error(`${wallet} isn't a relayer wallet in use on chain ${chainId}, so Till can't send from it.`);
  }
  if ((await findQuarantine(on, { chainId, wallet })) !== null) {
    throw new Error(`${wallet} is quarantined and sends nothing. Run npm run recover first.`);
  }
}

async function readFigures(
  on: Queryable,
  { chainId, wallet, asset, onChain, maxFeePerGas }: ChainFacts,
  except: bigint | null,
): Promise<MovementPlan["figures"]> {
  const claims = await readClaims(on, { chainId, wallet }, asset, except);
  if (parseCaip19(asset) === null) {
    const { signedWei, unsigned } = await readWaitingGas(on, { chainId, wallet });
    const waitingGas = signedWei + (unsigned + 1n) * assumedGas * maxFeePerGas;
    const reserve = gasReserve(chainId);
    return { ...claims, onChain, reserve, waitingGas, free: onChain - claims.moving - reserve - waitingGas };
  }
  // Arrivals that aren't booked may be a buyer's, and a booked amount that isn't there was taken: neither can be moved.
  const unclaimed = onChain - claims.pending;
  const isShort = unclaimed < claims.booked;
  const held = isShort ? unclaimed : claims.booked;
  const free = held - claims.owed - claims.received - claims.moving;
  return { ...claims, onChain, reserve: 0n, waitingGas: 0n, free };
}

function describeShortage(asset: Caip19, wanted: bigint | null, figures: MovementPlan["figures"]): string {
  const what =
    wanted === null ? "Nothing is free to move" : `${formatAmount(asset, wanted)} is more than is free to move`;
  return `${what}.\n${describeFigures(asset, figures)}`;
}

/** Describes how the free amount of a plan comes about, for the operator. */
export function describeFigures(asset: Caip19, figures: MovementPlan["figures"]): string {
  const { onChain, booked, owed, received, pending, moving, reserve, waitingGas, free } = figures;
  const text = (value: bigint) => formatAmount(asset, value);
  const parts =
    parseCaip19(asset) === null
      ? [`stays for gas: ${text(reserve)}`, `waiting transactions may cost: ${text(waitingGas)}`]
      : [
          `in the books: ${text(booked)}`,
          `owed to merchants: ${text(owed)}`,
          `arrived without a payment: ${text(received)}`,
          `not recorded yet: ${text(pending)}`,
        ];
  const lines = [`on chain: ${text(onChain)}`, ...parts, `other movements: ${text(moving)}`, `free: ${text(free)}`];
  return lines.map((line) => `  ${line}`).join("\n");
}

/** Formats an amount of a token or of a chain's native coin, which has 18 decimals, with its name. */
export function formatAmount(asset: Caip19, value: bigint): string {
  const token = findToken(asset);
  const text = formatAtomic(value < 0n ? -value : value, token?.decimals ?? 18);
  const chain = findChain(Number(asset.split(/[:/]/)[1]))?.name;
  return `${value < 0n ? "-" : ""}${text} ${token === null ? `coin of ${chain}` : token.symbol}`;
}
