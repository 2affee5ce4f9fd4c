import { type Hex, parseUnits } from "viem";
import { enabledChainIds, findChain } from "#lib/chain/chains.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { assetOf, nativeAsset, tokensOfChain } from "#lib/chain/tokens.ts";
import { type Address, type Caip19, parseAddress } from "#lib/core/caip.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { RequestedCorrection } from "#lib/domain/payments/ledger/corrections/correct-books.ts";
import {
  findDestinationProblem,
  type MovementRequest,
} from "#lib/domain/payments/ledger/movements/request-movement.ts";
import type { OwnerPayment } from "#lib/domain/payments/payouts/owner/record-owner-transfer.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** The options of the commands that move or correct money, as they were typed. */
export type TreasuryOptions = {
  chain?: string | undefined;
  wallet?: string | undefined;
  token?: string | undefined;
  amount?: string | undefined;
  to?: string | undefined;
  reason?: string | undefined;
  debit?: string | undefined;
  credit?: string | undefined;
  tx?: string | undefined;
};

/** Reads the request of a sweep or a withdrawal. @throws UsageError for an option that is missing or wrong. */
export async function readMovement(kind: "sweep" | "withdrawal", options: TreasuryOptions): Promise<MovementRequest> {
  const chainId = readChain(options.chain);
  const { asset, decimals } = readAsset(chainId, options.token);
  const isEverything = kind === "sweep" && options.amount === undefined;
  const amount = isEverything ? null : readAmount(options.amount, decimals);
  const destination = readAddress("--to", options.to);
  const problem = await findDestinationProblem(database, chainId, destination);
  if (problem !== null) throw new UsageError(problem);
  const wallet = await readWallet(chainId, options.wallet);
  return { kind, chainId, wallet, asset, amount, destination, reason: readReason(options.reason) };
}

/** Reads the request to send a stray transfer back. @throws UsageError for an option that is missing or wrong. */
export function readReturn(id: string | undefined, options: TreasuryOptions): MovementRequest {
  if (id === undefined || !/^[1-9]\d{0,17}$/.test(id)) {
    throw new UsageError("Name the transfer to send back by its number. List them with npm run treasury -- list.");
  }
  return { kind: "return", transferId: BigInt(id), reason: readReason(options.reason) };
}

/** Reads which held money a treasury's owner has paid. @throws UsageError for an argument that is missing or wrong. */
export function readOwnerPayment(subjects: readonly string[], options: TreasuryOptions): OwnerPayment {
  const { tx, chain, reason } = options;
  if (tx === undefined) throw new UsageError("--tx is missing: name the transaction by its hash.");
  const hash = tx.toLowerCase();
  if (!isHash(hash)) throw new UsageError(`--tx ${tx} isn't a transaction's hash: 0x and 64 hexadecimal digits.`);
  return {
    of: readPaid(subjects),
    hash,
    chainId: chain === undefined ? null : readChain(chain),
    reason: reason === undefined ? "paid by the treasury's owner" : readReason(reason),
  };
}

function readPaid(subjects: readonly string[]): OwnerPayment["of"] {
  const [only] = subjects;
  if (only !== undefined && subjects.length === 1 && isId("mrch", only)) return only;
  const paymentIds = subjects.filter((each) => isId("pay", each));
  if (paymentIds.length === 0 || paymentIds.length < subjects.length) {
    throw new UsageError("Name one or more payments, pay_…, or one merchant, mrch_…, whose held money was paid.");
  }
  return [...new Set(paymentIds)];
}

function isHash(text: string): text is Hex {
  return /^0x[0-9a-f]{64}$/.test(text);
}

/** Reads a correction of the books. @throws UsageError for an option that is missing or wrong. */
export function readCorrection(options: TreasuryOptions): RequestedCorrection {
  const { debit, credit } = options;
  const chainId = readChain(options.chain);
  const { asset, decimals } = readAsset(chainId, options.token);
  if (debit === undefined || credit === undefined)
    throw new UsageError("Name both accounts with --debit and --credit.");
  return { asset, amount: readAmount(options.amount, decimals), debit, credit, reason: readReason(options.reason) };
}

/** Reads what the operator allows to leave a wallet today. @throws UsageError for an option that is missing or wrong. */
export async function readAllowance(
  options: TreasuryOptions,
): Promise<{ queue: RelayQueue; asset: Caip19; amount: bigint; reason: string }> {
  const chainId = readChain(options.chain);
  const { asset, decimals } = readAsset(chainId, options.token);
  const amount = readAmount(options.amount, decimals);
  const reason = readReason(options.reason);
  return { queue: { chainId, wallet: await readWallet(chainId, options.wallet) }, asset, amount, reason };
}

function readChain(text: string | undefined): number {
  const known = enabledChainIds();
  const chainId = known.find((id) => String(id) === text);
  if (chainId !== undefined) return chainId;
  const what = text === undefined ? "--chain is missing" : `--chain ${text} isn't an enabled chain`;
  const names = known.map((id) => `${id} (${findChain(id)?.name})`).join(", ");
  throw new UsageError(
    `${what}. ${names === "" ? "None is enabled: set RPC_URLS_<chain id>" : `Enabled are ${names}`}.`,
  );
}

function readAsset(chainId: number, text: string | undefined): { asset: Caip19; decimals: number } {
  if (text === "native") return { asset: nativeAsset(chainId), decimals: 18 };
  const ofChain = tokensOfChain(chainId);
  const token = ofChain.find(({ symbol, address }) => {
    return [symbol, address].some((name) => name.toLowerCase() === text?.toLowerCase());
  });
  if (token !== undefined) return { asset: assetOf(token), decimals: token.decimals };
  const what =
    text === undefined ? "--token is missing" : `--token ${text} isn't a token of ${findChain(chainId)?.name}`;
  throw new UsageError(`${what}. It is one of ${ofChain.map(({ symbol }) => symbol).join(", ")}, or native.`);
}

function readAmount(text: string | undefined, decimals: number): bigint {
  const [, fraction = ""] = /^\d{1,40}(?:\.(\d+))?$/.exec(text ?? "") ?? [];
  const isDecimal = text !== undefined && /^\d{1,40}(\.\d+)?$/.test(text);
  if (!isDecimal) throw new UsageError("--amount must be a plain decimal, such as 1250 or 0.5.");
  if (fraction.length > decimals) {
    throw new UsageError(`--amount ${text} has more than the ${decimals} decimals of the token.`);
  }
  const amount = parseUnits(text, decimals);
  if (amount === 0n) throw new UsageError("--amount must be more than 0.");
  return amount;
}

function readAddress(option: string, text: string | undefined): Address {
  if (text === undefined) throw new UsageError(`${option} is missing: name an address.`);
  const address = parseAddress(text);
  if (address === null) throw new UsageError(`${option} ${text} isn't an address, or its checksum is wrong.`);
  return address;
}

async function readWallet(chainId: number, text: string | undefined): Promise<Address> {
  const wallets = (await listAllWallets(database)).filter((each) => each.chainId === chainId);
  const [only] = wallets;
  if (text === undefined && only !== undefined && wallets.length === 1) return only.wallet;
  const names = wallets.map(({ wallet }) => wallet).join(", ") || "none";
  if (text === undefined) throw new UsageError(`--wallet is missing. Relayer wallets of the chain: ${names}.`);
  const address = readAddress("--wallet", text);
  if (wallets.every(({ wallet }) => wallet !== address)) {
    throw new UsageError(`--wallet ${address} isn't a relayer wallet of the chain. Relayer wallets: ${names}.`);
  }
  return address;
}

/** Reads the reason of a request. @throws UsageError without it. */
export function readReason(text: string | undefined): string {
  if (text === undefined || text.trim() === "") throw new UsageError("--reason is missing: say what this is for.");
  return text.trim();
}
