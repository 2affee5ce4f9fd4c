import { listTokenMovements, type TokenMovement } from "#lib/chain/token-movements.ts";
import { type Address, toCaip19 } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { BookAccount } from "#lib/domain/payments/ledger/accounts/repository.ts";
import {
  advanceScan,
  decideTransfers,
  findNextBlock,
  insertMovements,
  listRecordedTransfers,
  type RecordedTransfer,
  type WalletMovement,
} from "#lib/domain/payments/ledger/transfers/repository.ts";

/** The blocks that are kept at a time, so that a failing node costs no more than these. */
const stepBlocks = 20_000n;

/**
 * Searches a chain's blocks up to a final one for transfers of our addresses that no payment explains, each block once. Then
 * decides what the transfers that were found so far are.
 * @param accounts those of the chain.
 * @throws Error when a node fails or lags behind; what was read before is kept.
 */
export async function scanTransfers(
  chainId: number,
  finalBlock: bigint,
  accounts: readonly BookAccount[],
): Promise<void> {
  let from = await findNextBlock(database, chainId);
  while (from !== null && from <= finalBlock) {
    const last = from + stepBlocks - 1n;
    await scanStep(chainId, { from, to: last < finalBlock ? last : finalBlock }, accounts);
    from = await findNextBlock(database, chainId);
  }
  await inTransaction((tx) => decideTransfers(tx, chainId));
}

async function scanStep(
  chainId: number,
  range: { from: bigint; to: bigint },
  accounts: readonly BookAccount[],
): Promise<void> {
  const addresses = [...new Set(accounts.map(({ address }) => address))];
  const ours = new Set(accounts.filter(({ role }) => role !== "treasury").map(({ address }) => address));
  const movements = await listTokenMovements(chainId, { to: addresses, from: [...ours] }, range);
  const seen = findUnexplained(chainId, movements, accounts);
  const hashes = [...new Set(seen.map(({ txHash }) => txHash))];
  const recorded = await listRecordedTransfers(database, chainId, hashes);
  // Most transfers are recorded already. A group is kept whole, because it is decided at once.
  const groups = Map.groupBy(
    seen,
    ({ direction, address, token, txHash }) => `${direction} ${address} ${token} ${txHash}`,
  );
  const unknown = [...groups.values()].filter((group) => !isRecorded(group, recorded)).flat();
  await inTransaction(async (tx) => {
    const isOurs = await advanceScan(tx, chainId, { from: range.from, next: range.to + 1n });
    if (isOurs) await insertMovements(tx, chainId, unknown);
  });
}

/** True when payments' transfers explain the whole group. */
function isRecorded(group: readonly WalletMovement[], recorded: readonly RecordedTransfer[]): boolean {
  const [first] = group;
  if (first === undefined || first.role === "router") return false;
  const { direction, address, token, txHash } = first;
  const ofGroup = recorded.filter((each) => {
    return each.txHash === txHash && each.token === token && (direction === "in" ? each.to : each.from) === address;
  });
  const sum = (amounts: readonly { amount: bigint }[]) => amounts.reduce((total, { amount }) => total + amount, 0n);
  return sum(group) === sum(ofGroup);
}

/**
 * Returns the movements that a person may have to explain, as each of our addresses sees them. Pure. Movements from before an
 * account is followed are part of its opening balance. A router forwards in one transaction everything that it receives, also for
 * strangers who use the same one: only the net amount that a transaction leaves in it or takes out of it counts.
 */
export function findUnexplained(
  chainId: number,
  movements: readonly TokenMovement[],
  accounts: readonly BookAccount[],
): WalletMovement[] {
  const byAccount = new Map(accounts.map((account) => [`${account.address} ${account.asset}`, account]));
  const seen = movements.flatMap((movement): WalletMovement[] => {
    const { from, to } = movement;
    const see = (direction: "in" | "out", address: Address, counterparty: Address): WalletMovement[] => {
      const account = byAccount.get(`${address} ${toCaip19({ chainId, address: movement.token })}`);
      const isFollowed = account !== undefined && movement.blockNumber > account.sinceBlock;
      if (!isFollowed || (direction === "out" && account.role === "treasury")) return [];
      return [{ ...movement, direction, address, counterparty, role: account.role }];
    };
    return [...see("in", to, from), ...see("out", from, to)];
  });
  const routed = Map.groupBy(
    seen.filter(({ role }) => role === "router"),
    ({ txHash, token, address }) => `${txHash} ${token} ${address}`,
  );
  return [...seen.filter(({ role }) => role !== "router"), ...[...routed.values()].flatMap(netOf)];
}

/** One movement of the net amount of several, named after the first in its direction. */
function netOf(movements: readonly WalletMovement[]): WalletMovement[] {
  const net = movements.reduce((sum, { direction, amount }) => sum + (direction === "in" ? amount : -amount), 0n);
  const direction = net > 0n ? "in" : "out";
  const first = movements.find((movement) => movement.direction === direction);
  return net === 0n || first === undefined ? [] : [{ ...first, amount: net > 0n ? net : -net }];
}
