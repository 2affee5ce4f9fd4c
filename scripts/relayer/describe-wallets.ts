import { enabledChainIds, findChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import { database } from "#lib/db/pool.ts";
import { formatAmount } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import {
  countOpenWork,
  listOutflows,
  listWalletRows,
  type OutflowToday,
  type WalletRow,
} from "#lib/domain/payments/wallets/repository.ts";

/** A relayer wallet with what the chain knows of it; null where the chain isn't enabled or doesn't answer. */
type WalletState = WalletRow & {
  openTransactions: number;
  chain: { coin: bigint; nonce: number } | null;
  outflows: OutflowToday[];
};

/** Lists the relayer wallets with their states, balances and nonces. */
export async function listWalletStates(): Promise<WalletState[]> {
  const outflows = await listOutflows(database);
  return Promise.all(
    (await listWalletRows(database)).map(async (row) => {
      const { transactions: openTransactions } = await countOpenWork(database, row);
      const own = outflows.filter(({ chainId, wallet }) => chainId === row.chainId && wallet === row.wallet);
      return { ...row, openTransactions, chain: await readChain(row), outflows: own };
    }),
  );
}

async function readChain({ chainId, wallet: address }: WalletRow): Promise<WalletState["chain"]> {
  if (!enabledChainIds().includes(chainId)) return null;
  const client = chainClient(chainId);
  const reading = Promise.all([client.getBalance({ address }), client.getTransactionCount({ address })]);
  return reading.then(([coin, nonce]) => ({ coin, nonce })).catch(() => null);
}

/** Describes wallets for a terminal. */
export function describeWallets(states: readonly WalletState[]): string {
  return states.length === 0 ? "There are no relayer wallets: start a worker first." : states.map(describe).join("\n");
}

function describe(state: WalletState): string {
  const { chainId, wallet, nextNonce, openTransactions, chain, outflows } = state;
  const onChain =
    chain === null
      ? "the chain doesn't answer"
      : `${formatAmount(nativeAsset(chainId), chain.coin)}, nonce ${chain.nonce}`;
  const name = findChain(chainId)?.name ?? "unknown chain";
  return [
    `${wallet}  ${name} (${chainId})  ${describeState(state)}`,
    `    ${onChain}; next nonce ${nextNonce}, ${openTransactions} open transactions`,
    ...outflows.map((each) => `    today: ${describeOutflow(each)}`),
  ].join("\n");
}

function describeState({ isActive, hasWorker, since }: WalletState): string {
  if (!isActive) return "retired";
  const states = [
    hasWorker ? "in use" : "no worker has its key",
    since.stopped === null ? "" : `paused since ${since.stopped.toISOString()}`,
    since.retiring === null ? "" : "retiring",
    since.quarantined === null ? "" : "quarantined",
    since.signerFailed === null ? "" : "its signer doesn't sign",
    since.withoutGas === null ? "" : "can't pay for gas",
  ];
  return states.filter((each) => each !== "").join(", ");
}

function describeOutflow({ asset, used, dailyLimit, allowed }: OutflowToday): string {
  const most = dailyLimit === null ? "without a limit" : `of ${formatAmount(asset, dailyLimit + allowed)}`;
  return `${formatAmount(asset, used)} ${most}`;
}
