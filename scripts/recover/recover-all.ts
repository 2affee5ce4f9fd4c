import { isHash } from "viem";
import { enabledChainIds, getChain } from "#lib/chain/chains.ts";
import { compareNonces } from "#lib/chain/relay/nonces/compare-nonces.ts";
import {
  listOpenUnknown,
  type OpenUnknown,
  resolveTransaction,
} from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { type RecoveryLimits, recoverWallet } from "#lib/chain/relay/recovery/recover-wallet.ts";
import type { RelayRegistry } from "#lib/chain/relay/relay-registry.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { modeOfChain } from "#lib/core/account-mode.ts";
import { currentActor } from "#lib/core/actor.ts";
import { chainIdOf, parseAddress } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { replayJournal } from "#lib/domain/payments/deposits/compare-journal.ts";
import { recoverPaid } from "#lib/domain/payments/recovery/recover-paid.ts";
import { resolveAsRefund } from "#lib/domain/payments/recovery/refund-transfers.ts";
import { settleRemoved } from "#lib/domain/payments/recovery/removed-payments.ts";
import type { RemovedPayment } from "#lib/domain/payments/recovery/removed-repository.ts";
import { endRecordedAlarm } from "#lib/domain/platform/alarms/record-alarm.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** The state of a wallet after a recovery, and its transactions that need a person; null when its node failed, which only a testnet's may. */
export type WalletRecovery = RelayQueue & { isReleased: boolean; open: OpenUnknown[] | null };

/** None: a wallet's nonces are in order, so the blocks are read back to the first that isn't known, however old the backup is. */
const limits: RecoveryLimits = { blocks: Number.MAX_SAFE_INTEGER, transactions: Number.MAX_SAFE_INTEGER };

const installed = statement<{ isInstalled: boolean }>({
  name: "recover-installed",
  text: `SELECT (EXISTS (SELECT FROM partner) OR EXISTS (SELECT FROM relayer_wallet)) AS "isInstalled"`,
});

/**
 * Compares every relayer wallet of the enabled chains with its chain, and attributes what the database does not know, with the
 * workers running or not. A testnet whose node doesn't answer is left out.
 * @throws Error when a live chain's node does not answer, or the database is a new one, with neither partners nor wallets: after a restore that
 * failed, nothing may start on it.
 */
export async function recoverAll(registry: RelayRegistry): Promise<WalletRecovery[]> {
  const [state] = await database.rows(installed, []);
  if (state?.isInstalled !== true) {
    throw new Error(
      "The database has no partner and no relayer wallet, so there is nothing to recover. After a restore, start nothing on it: the backup wasn't restored into the database of DATABASE_URL.",
    );
  }
  const queues = (await listAllWallets(database)).filter(({ chainId }) => enabledChainIds().includes(chainId));
  const found: WalletRecovery[] = [];
  for (const queue of queues) {
    try {
      await compareNonces(queue);
      const isReleased = await recoverWallet(queue, registry, limits);
      found.push({ ...queue, isReleased, open: await listOpenUnknown(database, queue) });
    } catch (error) {
      if (!isOnTestnet(queue.chainId)) throw error;
      log().warn({ err: error, ...queue }, "a testnet is left out, because its node failed");
      found.push({ ...queue, isReleased: false, open: null });
    }
  }
  return found;
}

/** True when nothing of a wallet needs a person, as nothing on a testnet does. */
export function isComplete({ chainId, isReleased, open }: WalletRecovery): boolean {
  return isOnTestnet(chainId) || (isReleased && open?.length === 0);
}

function isOnTestnet(chainId: number): boolean {
  return modeOfChain(chainId) === "test";
}

/**
 * Records what an operator found out about an unknown transaction, under the name of the running code's actor.
 * @param key `<chain id>:<wallet>:<nonce>`, as the recovery lists it.
 * @param refundOf the payment whose refund from the treasury it was.
 * @throws UsageError for a malformed key or an empty note; Error when there is no such transaction that needs
 * a person, or it can't have been that refund.
 */
export async function resolveUnknown(key: string, note: string, refundOf?: string): Promise<void> {
  const [chainId = "", address = "", nonce = ""] = key.split(":");
  const wallet = parseAddress(address);
  if (!/^\d+$/.test(chainId) || !/^\d+$/.test(nonce) || wallet === null || note.trim() === "") {
    throw new UsageError("--resolve takes <chain id>:<wallet>:<nonce>, and --note what the transaction was.");
  }
  const queue = { chainId: Number(chainId), wallet };
  const explanation = { note: note.trim(), by: currentActor()?.name ?? "service" };
  if (refundOf !== undefined) return resolveAsRefund(queue, BigInt(nonce), refundOf, explanation);
  if (!(await resolveTransaction(database, queue, BigInt(nonce), explanation))) {
    throw new Error(`There is no transaction ${key} that needs a person.`);
  }
}

/**
 * Records the payment or refund that a transaction paid, once every node of its chain shows it.
 * @param key `<chain id>:<transaction hash>`, as the alarm `payment_lost` names it.
 * @returns the outcome, for the operator.
 * @throws UsageError for a malformed key, Error with the reason; then nothing is changed.
 */
export async function recordPaid(key: string): Promise<string> {
  const [chainId = "", hash = ""] = key.split(":");
  if (!enabledChainIds().includes(Number(chainId))) {
    throw new UsageError("--paid takes <chain id>:<transaction>, and RPC_URLS_<chain id> must be set for that chain.");
  }
  if (!isHash(hash)) {
    throw new UsageError("--paid takes <chain id>:<transaction>, the hash being 0x and 64 hexadecimal digits.");
  }
  return recoverPaid(Number(chainId), hash);
}

/**
 * Ends the alarm `payment_lost` of a payment or refund that wasn't paid after all.
 * @throws UsageError for an empty note, Error when it isn't open.
 */
export async function dismissLost(subject: string, note: string): Promise<void> {
  if (note.trim() === "") throw new UsageError("--note takes how you know that it wasn't paid.");
  const recovery = `an operator has found that it wasn't paid: ${note.trim()}`;
  if (!(await endRecordedAlarm(database, "payment_lost", subject, recovery))) {
    throw new Error(`There is no open alarm payment_lost of ${subject}: npm run doctor lists the open ones.`);
  }
}

/**
 * Restores the deposit addresses that the journal has and the database lacks, before the chains are compared with it, and tells the
 * operator. Addresses of payments that are lost too are listed each time: their money can go to the merchant alone, so there is
 * nothing to decide.
 */
export async function replayDeposits(): Promise<void> {
  const file = env().DEPOSIT_JOURNAL;
  if (file === undefined) return;
  const { restored, lost, unreadable } = await replayJournal(file);
  const lines = lost.map(({ address, chainId, paymentId, recipient }) => {
    return `  ${chainId}:${address}  was given for ${paymentId}, which the database doesn't have; what is there can only go to ${recipient}`;
  });
  process.stdout.write(
    `${file}: ${restored} deposit addresses restored, ${unreadable} lines can't be read, torn or sealed under another key\n`,
  );
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

/** Describes a recovery for the operator. */
export function describeRecovery(found: readonly WalletRecovery[]): string {
  if (found.length === 0) return "There is no relayer wallet on an enabled chain.";
  return found.map(describeWallet).join("\n");
}

function describeWallet({ chainId, wallet, isReleased, open }: WalletRecovery): string {
  const name = `${wallet} on ${getChain(chainId).name}`;
  if (open === null) return `${name}: left out, because the node of this testnet failed`;
  const lines = open.map(({ nonce, txHash, attribution, detail }) => {
    return `  ${chainId}:${wallet}:${nonce}  ${attribution}  ${txHash}\n    ${detail}`;
  });
  if (lines.length > 0) {
    const verdict = isOnTestnet(chainId)
      ? "isn't explained, and sends nothing on this testnet until it is; live chains don't depend on it"
      : "needs a person";
    return [`${name}: ${verdict}`, ...lines].join("\n");
  }
  return isReleased
    ? `${name}: in order`
    : `${name}: quarantined; blocks or the pool don't show everything yet, run it again`;
}

/**
 * Records how the operator settled what a deep reorg has removed for good.
 * @throws UsageError for an empty note, Error when nothing of it is missing.
 */
export async function settle(subject: string, note: string): Promise<void> {
  if (note.trim() === "") throw new UsageError("--note takes how you have settled it.");
  await settleRemoved(subject, note.trim());
}

/** True for a payment or refund that was removed from a chain whose money is worth something. */
export function isLiveRemoval({ asset }: RemovedPayment): boolean {
  return !isOnTestnet(chainIdOf(asset));
}

/** Describes a payment or refund that a deep reorg has removed. */
export function describeRemoved({ paymentId, refundId, asset, amount, isMissing }: RemovedPayment): string {
  const state = isMissing
    ? `removed by a reorg, and failed when it was sent again: settle it, then --settled ${refundId ?? paymentId}`
    : "removed by a reorg; it is sent again";
  return `${refundId ?? paymentId}: ${amount} of ${asset}, ${state}`;
}
