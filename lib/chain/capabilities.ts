import { domainSeparator, type Hex } from "viem";
import { getChain } from "#lib/chain/chains.ts";
import { quickChainClient } from "#lib/chain/clients.ts";
import { eip3009Abi, erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { refused } from "#lib/chain/node-error.ts";
import { type CollectionMethod, type Token, type TokenDomain, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

/** A token as the chain itself showed it at the start-up check. */
export type UsableToken = { token: Token; method: CollectionMethod; domain: TokenDomain | null };

/** What of the shared contracts and of our tokens a chain has, and whether that is all that it should have. */
type Capabilities = { tokens: UsableToken[]; multicall3Code: Hex | null; isComplete: boolean };

/** What was not as it should be is looked at again: the node may have been catching up. */
const recheckAfterMs = 30_000;

const checked = processSingleton(
  "chain-capabilities",
  () => new Map<number, { check: Promise<Capabilities>; againAtMs: number }>(),
);

/**
 * The tokens of a chain that can be used, as the start-up check of TOKENS found them. Asks the node once per
 * process, everything in one batch; a check that failed is made again at the next call, and one that found something
 * wrong half a minute later, behind the scenes.
 * @throws Error when the node does not answer or is of another chain.
 */
export async function usableTokens(chainId: number): Promise<UsableToken[]> {
  return (await capabilitiesOf(chainId)).tokens;
}

/** The code of Multicall3, or null where a chain lacks it: no wallet is deployed there. From the same check. */
export async function findMulticall3(chainId: number): Promise<Hex | null> {
  return (await capabilitiesOf(chainId)).multicall3Code;
}

function capabilitiesOf(chainId: number): Promise<Capabilities> {
  const known = checked().get(chainId);
  if (known === undefined) return startCheck(chainId).check;
  if (performance.now() >= known.againAtMs) {
    known.againAtMs = Number.POSITIVE_INFINITY;
    void recheck(chainId);
  }
  return known.check;
}

function startCheck(chainId: number) {
  const started = { check: checkChain(chainId), againAtMs: Number.POSITIVE_INFINITY };
  checked().set(chainId, started);
  started.check.then(
    ({ isComplete }) => {
      if (!isComplete) started.againAtMs = performance.now() + recheckAfterMs;
    },
    () => checked().delete(chainId),
  );
  return started;
}

/** What was found before stays in use until there is something better. */
async function recheck(chainId: number): Promise<void> {
  const before = checked().get(chainId);
  await startCheck(chainId).check.catch((error: unknown) => {
    log().warn({ err: error, chainId }, "a chain could not be checked again");
    if (before === undefined) return;
    before.againAtMs = performance.now() + recheckAfterMs;
    checked().set(chainId, before);
  });
}

async function checkChain(chainId: number): Promise<Capabilities> {
  const [actual, permit2Code, multicall3Code, ...facts] = await Promise.all([
    quickChainClient(chainId).getChainId(),
    readCode(chainId, permit2Address),
    readCode(chainId, multicall3Address),
    ...tokensOfChain(chainId).map(readFacts),
  ]);
  if (actual !== chainId) {
    throw new Error(`the node of chain ${chainId} (${getChain(chainId).name}) is of chain ${actual}`);
  }
  const found = facts.map(judge).filter((usable) => usable !== null);
  const tokens = found.filter(({ token, method }) => {
    if (method === "eip3009" || permit2Code !== null) return true;
    alarm(token, "it is collected by Permit2, which is not on this chain");
    return false;
  });
  const isAsExpected = ({ token, method }: UsableToken) => method === token.method;
  const isComplete = tokens.length === tokensOfChain(chainId).length && tokens.every(isAsExpected);
  return { tokens, multicall3Code, isComplete: isComplete && multicall3Code !== null };
}

async function readCode(chainId: number, address: Address): Promise<Hex | null> {
  return (await quickChainClient(chainId).getCode({ address })) ?? null;
}

/** What a chain says of a token; null where the contract gives no answer. */
type Facts = { token: Token; code: Hex | null; decimals: number | null; separator: string | null };

async function readFacts(token: Token): Promise<Facts> {
  const { address, chainId } = token;
  const client = quickChainClient(chainId);
  const [code, decimals, separator] = await Promise.all([
    readCode(chainId, address),
    client.readContract({ address, abi: erc20Abi, functionName: "decimals" }).catch(refused),
    token.method === "permit2"
      ? null
      : client.readContract({ address, abi: eip3009Abi, functionName: "DOMAIN_SEPARATOR" }).catch(refused),
  ]);
  return { token, code, decimals, separator };
}

function judge({ token, code, decimals, separator }: Facts): UsableToken | null {
  if (code === null) return alarm(token, "there is no contract at its address");
  if (decimals !== token.decimals) return alarm(token, `it has ${decimals} decimals, not ${token.decimals}`);
  if (token.method === "permit2") return { token, method: "permit2", domain: null };
  const { chainId, address: verifyingContract } = token;
  const fits = (domain: TokenDomain) =>
    domainSeparator({ domain: { ...domain, chainId, verifyingContract } }) === separator;
  const domain = token.domains.find(fits);
  if (domain !== undefined) return { token, method: "eip3009", domain };
  alarm(token, "its EIP-712 domain is none that we know; it is collected by Permit2 until this is mended");
  return { token, method: "permit2", domain: null };
}

function alarm(token: Token, reason: string): null {
  const { symbol, chainId, address } = token;
  log().error({ alarm: "token_check", symbol, chainId, address }, `${symbol} failed its check: ${reason}`);
  return null;
}
