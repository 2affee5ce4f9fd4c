import { createHash } from "node:crypto";
import path from "node:path";
import { concat, encodeAbiParameters, type Hex, keccak256, parseAbiParameters, zeroHash } from "viem";
import { z } from "zod";
import { multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { deploymentProxy } from "#lib/chain/deployment-proxy.ts";
import { boxImplementation, depositFactory, factoryInitCode } from "#lib/chain/deposits/deposit-factory.ts";
import { defaultRouter, routerInitCode } from "#lib/chain/router/routers.ts";
import { type Token, testnetTokens, tokens, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { spawnAnvil } from "#scripts/devnet/anvil-process.ts";
import { buildOnce } from "#scripts/devnet/build-once.ts";
import { compileBundle, loadBundle, ownBundle, permit2Bundle } from "#scripts/devnet/contract-bundles.ts";

/** The directory of compiled contracts, shared by the demo and all tests of a checkout. */
export const defaultCacheDir = path.resolve(import.meta.dirname, "../../.till/contracts");

/** Runtime code and its address. */
export type ContractCode = { address: Address; code: Hex };

/** A contract and the ABI-encoded arguments of its constructor. */
type Construction = { contract: string; args: Hex };

/** The address of the factory of contract wallets (SmartWalletFactory.sol) on local chains. No real chain has it. */
export const SMART_WALLET_FACTORY: Address = "0x5aFE000000000000000000000000000000000001";

/**
 * An id that no chain has. A constructor that ran on a chain with the target's id would cache a domain separator for the
 * wrong address and the contract would keep using it.
 */
const BUILD_CHAIN_ID = 0x7fff_fffe;
const ETHEREUM_TETHER = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
/** Contracts that every chain has. */
const shared: readonly (Construction & { address: Address })[] = [
  { contract: "Permit2", args: "0x", address: permit2Address },
  { contract: "Multicall3", args: "0x", address: multicall3Address },
  { contract: "SmartWalletFactory", args: "0x", address: SMART_WALLET_FACTORY },
  { contract: "PaymentRouter", args: "0x", address: defaultRouter },
];
/** The contracts that the deployment proxy makes. Their constructor creates one for the other, so it has to run in place. */
const byProxy = [
  { contract: "DepositFactory", args: "0x", address: depositFactory },
  { contract: "DepositBox", args: "0x", address: boxImplementation },
] as const;
const codesSchema = z.record(z.string(), z.templateLiteral(["0x", z.string()]));

/**
 * Returns the runtime code of a chain's tokens and of the contracts that every chain has. The first call compiles
 * everything for all chains and runs the constructors on a temporary chain; the result is cached under `cacheDir` by the
 * hash of everything it depends on.
 * @param onStep called with a description of each slow step, for the user; not called when everything is cached.
 */
export async function loadContractCodes(
  chainId: number,
  cacheDir: string,
  onStep: (step: string) => void,
): Promise<ContractCode[]> {
  const bundles = await Promise.all([ownBundle, permit2Bundle].map(loadBundle));
  const constructions = [...shared, ...[...tokens, ...testnetTokens].map(constructionOf)];
  const facts = JSON.stringify([
    bundles.map(({ hash }) => hash),
    BUILD_CHAIN_ID,
    constructions,
    keccak256(concat([routerInitCode, factoryInitCode])),
  ]);
  const hash = createHash("sha256").update(facts).digest("hex").slice(0, 32);
  const codes = await buildOnce(path.join(cacheDir, `codes-${hash}.json`), codesSchema, async () => {
    const creationCodes: Record<string, Hex> = { PaymentRouter: routerInitCode };
    // Sequentially, because compiling both at once needs twice the memory.
    for (const bundle of bundles) {
      const build = () => onStep(`Compiling ${bundle.bundle.name} (once)`);
      Object.assign(creationCodes, await compileBundle(bundle, cacheDir, build));
    }
    return construct(constructions, creationCodes);
  });
  const code = (construction: Construction): Hex => pick(codes, keyOf(construction));
  const ofTokens = tokensOfChain(chainId).map((token) => ({ ...constructionOf(token), address: token.address }));
  return [...shared, ...byProxy, ...ofTokens].map(({ address, ...construction }) => ({
    address,
    code: code(construction),
  }));
}

function constructionOf(token: Token): Construction {
  const plain = [token.name, token.symbol, token.decimals] as const;
  const [domain] = token.domains;
  if (token.method === "permit2" || domain === undefined) {
    const contract = token.address === ETHEREUM_TETHER ? "TetherToken" : "DevnetToken";
    return { contract, args: encodeAbiParameters(parseAbiParameters("string, string, uint8"), plain) };
  }
  const isCircles = token.symbol === "USDC" || token.symbol === "EURC";
  return {
    contract: isCircles ? "CircleToken" : "AuthorizationToken",
    args: encodeAbiParameters(parseAbiParameters("string, string, uint8, string, string"), [
      ...plain,
      domain.name,
      domain.version,
    ]),
  };
}

/** Runs each constructor as a call without a recipient, which returns the code that a deployment would store. */
async function construct(
  constructions: readonly Construction[],
  creationCodes: Record<string, Hex>,
): Promise<Record<string, Hex>> {
  const anvil = await spawnAnvil(0, ["--chain-id", String(BUILD_CHAIN_ID), "--no-mining"]);
  try {
    const client = connectAnvil(anvil.rpcUrl);
    const codes: Record<string, Hex> = {};
    for (const construction of constructions) {
      const data = concat([pick(creationCodes, construction.contract), construction.args]);
      codes[keyOf(construction)] = await client.request({ method: "eth_call", params: [{ data }, "latest"] });
    }
    const [from] = await client.request({ method: "eth_accounts" });
    const deployment = { from: from as Address, to: deploymentProxy, data: concat([zeroHash, factoryInitCode]) };
    await client.request({ method: "eth_sendTransaction", params: [deployment] });
    await client.mine({ blocks: 1 });
    for (const made of byProxy) codes[keyOf(made)] = (await client.getCode(made)) ?? "0x";
    return codes;
  } finally {
    await anvil.stop();
  }
}

function keyOf({ contract, args }: Construction): string {
  return `${contract}:${args}`;
}

function pick(codes: Record<string, Hex>, key: string): Hex {
  const code = codes[key];
  if (code === undefined || code === "0x") throw new Error(`no code was compiled for ${key}`);
  return code;
}
