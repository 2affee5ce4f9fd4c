import type { Hex } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { findCustody } from "#lib/chain/custody.ts";
import { depositFactory, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { database } from "#lib/db/pool.ts";
import type { FaultChain } from "./installation.ts";
import { destinations } from "./merchants.ts";

/** One `PaymentCollected` event of the router, or `DepositCollected` of the factory: its payer and commitment are the address. */
export type Collected = {
  commitment: Hex;
  submitter: Hex;
  payer: Hex;
  recipient: Hex;
  amount: bigint;
  fee: bigint;
  feeRecipient: Hex;
  transactionHash: Hex;
};

type Moved = { from: Hex; to: Hex; value: bigint };

/** A chain's own account of one token, whatever our records say; addresses in lower case. */
export type TokenFacts = {
  token: Token;
  router: Hex;
  treasury: Hex;
  feeRecipient: Hex;
  collected: readonly Collected[];
  moved: readonly Moved[];
  /** By account: the router, the treasury, the fee recipient and the merchants' destinations. */
  balances: ReadonlyMap<Hex, bigint>;
};

/** Reads the router's events, the token's transfers and its balances up to the newest block. */
export async function readTokenFacts({ chainId, client }: FaultChain, token: Token): Promise<TokenFacts> {
  const custody = await findCustody(database, chainId);
  if (custody === null) throw new Error(`chain ${chainId} has no wallet`);
  const [router, treasury, feeRecipient] = [currentRouter(chainId), custody.treasury, custody.feeRecipient].map(lower);
  if (router === undefined || treasury === undefined || feeRecipient === undefined) throw new Error("unreachable");
  const all = { fromBlock: 0n, strict: true } as const;
  const [collected, deposits, transfers] = await Promise.all([
    client.getContractEvents({ address: router, abi: paymentRouterAbi, eventName: "PaymentCollected", ...all }),
    client.getContractEvents({ address: depositFactory, abi: factoryAbi, eventName: "DepositCollected", ...all }),
    client.getContractEvents({ address: token.address, abi: erc20Abi, eventName: "Transfer", ...all }),
  ]);
  const accounts = new Set([router, treasury, feeRecipient, ...Object.values(destinations).map(lower)]);
  const read = { address: token.address, abi: erc20Abi, functionName: "balanceOf" } as const;
  const balances = await Promise.all(
    [...accounts].map(async (account) => [account, await client.readContract({ ...read, args: [account] })] as const),
  );
  return {
    token,
    router,
    treasury,
    feeRecipient,
    collected: [
      ...collected,
      ...deposits.map(({ args, transactionHash }) => {
        const box = { payer: args.box, commitment: lower(args.box) };
        return { args: { ...args, ...box }, transactionHash };
      }),
    ]
      .filter(({ args }) => lower(args.token) === lower(token.address))
      .map(({ args, transactionHash }) => ({
        commitment: args.commitment,
        amount: args.amount,
        fee: args.fee,
        submitter: lower(args.submitter),
        payer: lower(args.payer),
        recipient: lower(args.recipient),
        feeRecipient: lower(args.feeRecipient),
        transactionHash,
      })),
    moved: transfers.map(({ args }) => ({ from: lower(args.from), to: lower(args.to), value: args.value })),
    balances: new Map(balances),
  };
}

/** Addresses are compared in lower case. */
export function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}
