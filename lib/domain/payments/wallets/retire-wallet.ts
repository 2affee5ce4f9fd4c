import { findCustody } from "#lib/chain/custody.ts";
import { findQuarantine } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { recordRetirement } from "#lib/chain/relay/wallets/wallet-decisions.ts";
import { listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { readTreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { type Caip19, toCaip19 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import {
  countAddresses,
  countOpenWork,
  listOwedBy,
  listWalletRows,
  type Owed,
  type WalletRow,
} from "#lib/domain/payments/wallets/repository.ts";

/** An option that named the wallet before it was retiring can be confirmed for ten minutes; the rest is a margin. */
const optionsEndAfterMs = 15 * 60_000;

/** A reason why a wallet's key is still needed. Amounts in smallest units of `asset`. */
export type Duty =
  | { kind: "only_wallet" }
  | { kind: "quarantined" }
  | { kind: "options"; until: Date }
  | { kind: "transactions"; open: number }
  | { kind: "waiting"; payments: number }
  /** Money may still arrive at deposit addresses that only this wallet can collect and sweep. */
  | { kind: "addresses"; addresses: number; until: Date }
  | ({ kind: "owed" } & Owed)
  | { kind: "custody"; variable: string }
  | { kind: "balance"; asset: Caip19; amount: bigint };

/** The progress of a wallet's retirement on one chain. Native coin that is left keeps no wallet in use. */
export type Retirement = RelayQueue & { state: "in use" | "retiring" | "retired"; duties: Duty[]; coin: bigint };

/**
 * Retires a wallet on one chain as far as that is possible now: marks it as retiring, so that no new option
 * names it, and takes it out of use once nothing needs its key. Call it again until it is retired. A chain's
 * only wallet is left as it is.
 * @param mayLeaveTokens takes it out of use although it still has tokens.
 * @throws Error for an unknown wallet, and when the chain's node doesn't answer.
 */
export async function retireWallet(
  queue: RelayQueue,
  { mayLeaveTokens, reason }: { mayLeaveTokens: boolean; reason: string },
): Promise<Retirement> {
  const before = await getRow(queue);
  const { tokens, coin } = await readBalances(queue);
  if (!before.isActive) return { ...queue, state: "retired", duties: tokens, coin };
  const others = (await listWallets(database, queue.chainId)).filter(({ address }) => address !== queue.wallet);
  if (others.length === 0 && before.since.retiring === null) {
    return { ...queue, state: "in use", duties: [{ kind: "only_wallet" }], coin };
  }
  await inTransaction((tx) => recordRetirement(tx, queue, false, reason));
  const duties = [...(await listDuties(queue)), ...tokens];
  const isDone = duties.every(({ kind }) => kind === "balance" && mayLeaveTokens);
  if (isDone) await inTransaction((tx) => recordRetirement(tx, queue, true, reason));
  return { ...queue, state: isDone ? "retired" : "retiring", duties, coin };
}

async function getRow({ chainId, wallet }: RelayQueue): Promise<WalletRow> {
  const row = (await listWalletRows(database)).find((each) => each.chainId === chainId && each.wallet === wallet);
  if (row === undefined) throw new Error(`${wallet} is not a relayer wallet of chain ${chainId}`);
  return row;
}

async function listDuties(queue: RelayQueue): Promise<Duty[]> {
  const { since } = await getRow(queue);
  const until = new Date((since.retiring?.getTime() ?? clock.now().getTime()) + optionsEndAfterMs);
  const isQuarantined = (await findQuarantine(database, queue)) !== null;
  const { transactions, waiting } = await countOpenWork(database, queue);
  const now = toUnixSeconds(clock.now());
  const { addresses, until: addressesUntil } = await countAddresses(database, queue, now);
  const owed = await listOwedBy(database, queue);
  return [
    ...(isQuarantined ? [{ kind: "quarantined" } as const] : []),
    ...(until > clock.now() ? [{ kind: "options", until } as const] : []),
    ...(transactions > 0 ? [{ kind: "transactions", open: transactions } as const] : []),
    ...(addresses > 0 ? [{ kind: "addresses", addresses, until: new Date(addressesUntil * 1_000) } as const] : []),
    ...(waiting > 0 ? [{ kind: "waiting", payments: waiting } as const] : []),
    ...owed.map((each) => ({ kind: "owed", ...each }) as const),
    ...(await listCustody(queue)),
  ];
}

/** The treasury and the fee recipient that new options would pay are checked as this process is configured. */
async function listCustody({ chainId, wallet }: RelayQueue): Promise<Duty[]> {
  const custody = await findCustody(database, chainId);
  return [
    ...(custody?.treasury === wallet ? [{ kind: "custody", variable: `TREASURY_ADDRESS_${chainId}` } as const] : []),
    ...(custody?.feeRecipient === wallet ? [{ kind: "custody", variable: `FEE_RECIPIENT_${chainId}` } as const] : []),
  ];
}

async function readBalances({ chainId, wallet }: RelayQueue): Promise<{ tokens: Duty[]; coin: bigint }> {
  const { tokens, wallets } = await readTreasuryBalances(chainId, [wallet]);
  const left = tokens.flatMap(({ token, amount }): Duty[] => {
    const asset = toCaip19({ chainId, address: token });
    return amount === null || amount === 0n ? [] : [{ kind: "balance", asset, amount }];
  });
  return { tokens: left, coin: wallets[0]?.native ?? 0n };
}
