import { enabledChainIds } from "#lib/chain/chains.ts";
import { findCustody } from "#lib/chain/custody.ts";
import type { RegisteredWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { assetOf, nativeAsset, tokensOfChain } from "#lib/chain/tokens.ts";
import { readTreasuryBalances, type TreasuryBalances } from "#lib/chain/treasury-balances.ts";
import { type Address, toCaip19 } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import {
  type BookAccount,
  followAccounts,
  listAccounts,
  listRecipients,
  type NewBookAccount,
} from "#lib/domain/payments/ledger/accounts/repository.ts";
import { findCheckpoint } from "#lib/domain/payments/ledger/checkpoint/repository.ts";
import type { Difference } from "#lib/domain/payments/ledger/difference.ts";
import { scanTransfers } from "#lib/domain/payments/ledger/transfers/scan-transfers.ts";

/**
 * Reads the balances of all relayer wallets and payment routers at a final block of each enabled chain, and searches each chain
 * up to that block for transfers of our addresses that no payment explains. The first sight of an address records its balance,
 * and its transfers are followed from there. A chain that does not answer is reported as not checked.
 */
export async function readChains(
  wallets: readonly RegisteredWallet[],
): Promise<{ balances: TreasuryBalances[]; silent: Difference[] }> {
  const enabled = new Set(enabledChainIds());
  const balances: TreasuryBalances[] = [];
  const silent: Difference[] = [];
  const skip = (chainId: number, reason: string) =>
    silent.push({ kind: "not_checked", chainId, wallet: null, asset: null, reason });
  const accounts = await listAccounts(database);
  const recipients = await listRecipients(database, (await findCheckpoint(database))?.transferId ?? 0n);
  const byChain = Map.groupBy(wallets, ({ chainId }) => chainId);
  await Promise.all(
    [...byChain].map(async ([chainId, ofChain]) => {
      if (!enabled.has(chainId)) return skip(chainId, "the chain has no node configured");
      const used = recipients.filter((recipient) => recipient.chainId === chainId).map(({ address }) => address);
      const known = accounts.filter((account) => account.chainId === chainId);
      return readChain(chainId, { ours: ofChain.map(({ wallet }) => wallet), used, known }).then(
        (read) => balances.push(read),
        (error: unknown) => skip(chainId, `the chain's nodes did not answer: ${firstLine(error)}`),
      );
    }),
  );
  return { balances, silent };
}

type OfChain = { ours: readonly Address[]; used: readonly Address[]; known: readonly BookAccount[] };

async function readChain(chainId: number, { ours, used, known }: OfChain): Promise<TreasuryBalances> {
  const routers = knownRouters(chainId);
  const read = await readTreasuryBalances(chainId, [...ours, ...routers]);
  const custody = await findCustody(database, chainId);
  const configured = custody === null ? [] : [custody.treasury, custody.feeRecipient];
  const treasuries = [...used, ...configured].filter(
    (address) => !ours.includes(address) && !routers.includes(address),
  );
  const isKnown = new Set(known.map(({ address, asset }) => `${address} ${asset}`));
  const fresh = [...compared(read, routers), ...owned(chainId, treasuries)].filter(
    ({ address, asset }) => !isKnown.has(`${address} ${asset}`),
  );
  if (fresh.length > 0) await inTransaction((tx) => followAccounts(tx, chainId, read.blockNumber, fresh));
  const accounts = fresh.length === 0 ? known : await listAccounts(database);
  await scanTransfers(
    chainId,
    read.blockNumber,
    accounts.filter((account) => account.chainId === chainId),
  );
  return read;
}

function compared({ chainId, tokens, wallets }: TreasuryBalances, routers: readonly Address[]): NewBookAccount[] {
  const roleOf = (address: Address) => (routers.includes(address) ? ("router" as const) : ("relayer" as const));
  const ofTokens = tokens.flatMap(({ wallet: address, token, amount: balance }): NewBookAccount[] => {
    if (balance === null) return [];
    return [{ address, asset: toCaip19({ chainId, address: token }), role: roleOf(address), balance, nonce: null }];
  });
  const ofCoin = wallets
    .filter(({ wallet }) => roleOf(wallet) === "relayer")
    .map(({ wallet: address, nonce, native: balance }): NewBookAccount => {
      return { address, asset: nativeAsset(chainId), role: "relayer", balance, nonce };
    });
  return [...ofTokens, ...ofCoin];
}

function owned(chainId: number, addresses: readonly Address[]): NewBookAccount[] {
  const assets = tokensOfChain(chainId).map(assetOf);
  return [...new Set(addresses)].flatMap((address) =>
    assets.map((asset): NewBookAccount => ({ address, asset, role: "treasury", balance: null, nonce: null })),
  );
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
