import { domainSeparator, type Hex } from "viem";
import { getChain, isSimulated } from "#lib/chain/chains.ts";
import { eip3009Abi, erc20Abi, multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { refused } from "#lib/chain/nodes/node-error.ts";
import { compareRouterCode } from "#lib/chain/router/compare-router-code.ts";
import { currentRouter, routerInitCode } from "#lib/chain/router/routers.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import { type CollectionMethod, type Token, type TokenDomain, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

/** A token as the start-up check found it on its chain. */
export type UsableToken = { token: Token; method: CollectionMethod; domain: TokenDomain | null };

/** The tokens and shared contracts found on a chain, and whether none is missing or different from the registry. */
type Capabilities = { tokens: UsableToken[]; multicall3Code: Hex | null; isComplete: boolean };

/** An incomplete result is checked again, because the node may have been catching up. */
const recheckAfterMs = 30_000;
/** Issuers upgrade their contracts, and providers mix up their nodes. */
const checkEveryMs = 10 * 60_000;

/**
 * The domains by which this process has collected tokens by EIP-3009. One that changes isn't understood, so
 * its token is blocked.
 */
const firstDomains = processSingleton("chain-token-domains", () => new Map<Token, TokenDomain>());

const checked = processSingleton("chain-capabilities", () => new Map<number, Check>());

/**
 * Returns the usable tokens of a chain, as the last check found them. Asks the node in one batch, and again
 * in the background: after ten minutes, or half a minute where something was wrong. A check that failed at
 * first, or found another chain, is repeated at the next call.
 * @throws Error when the node fails or serves another chain.
 */
export async function usableTokens(chainId: number): Promise<UsableToken[]> {
  if (isSimulated(chainId)) return simulatedChain.tokens;
  return (await capabilitiesOf(chainId)).tokens;
}

/**
 * Requires that a token's contract is as expected. `tokenOf` is asked only while one of the chain's isn't.
 * @throws Error otherwise, and when the node fails or serves another chain.
 */
export async function requireUsable(chainId: number, tokenOf: () => Promise<Address>): Promise<void> {
  const usable = await usableTokens(chainId);
  if (usable.length === tokensOfChain(chainId).length) return;
  const token = await tokenOf();
  if (!usable.some((each) => each.token.address === token))
    throw new Error(`${token} isn't usable on chain ${chainId}`);
}

/** Returns the code of Multicall3 from the same check; null where the chain lacks it, so no wallet can be deployed there. */
export async function findMulticall3(chainId: number): Promise<Hex | null> {
  return (await capabilitiesOf(chainId)).multicall3Code;
}

function capabilitiesOf(chainId: number): Promise<Capabilities> {
  const known = checked().get(chainId);
  if (known === undefined) return startCheck(chainId);
  if (performance.now() >= known.againAtMs) {
    known.againAtMs = Number.POSITIVE_INFINITY;
    void checkAgain(chainId, known);
  }
  return known.check;
}

type Check = { check: Promise<Capabilities>; againAtMs: number };

function startCheck(chainId: number): Promise<Capabilities> {
  const started: Check = { check: checkChain(chainId), againAtMs: Number.POSITIVE_INFINITY };
  checked().set(chainId, started);
  started.check.then(
    (found) => {
      started.againAtMs = timeOfNext(found);
    },
    () => checked().delete(chainId),
  );
  return started.check;
}

/** The previous result stays in use if the new check fails, unless the node serves another chain. */
async function checkAgain(chainId: number, before: Check): Promise<void> {
  try {
    const found = await checkChain(chainId);
    checked().set(chainId, { check: Promise.resolve(found), againAtMs: timeOfNext(found) });
  } catch (error) {
    log().warn({ err: error, chainId }, "a chain's tokens could not be checked again");
    if (error instanceof WrongChain) checked().delete(chainId);
    else before.againAtMs = performance.now() + recheckAfterMs;
  }
}

function timeOfNext({ isComplete }: Capabilities): number {
  return performance.now() + (isComplete ? checkEveryMs : recheckAfterMs);
}

class WrongChain extends Error {
  override readonly name = "WrongChain";
}

async function checkChain(chainId: number): Promise<Capabilities> {
  const [actual, isRouterFound, permit2Code, multicall3Code, ...facts] = await Promise.all([
    quickChainClient(chainId).getChainId(),
    checkRouter(chainId),
    readCode(chainId, permit2Address),
    readCode(chainId, multicall3Address),
    ...tokensOfChain(chainId).map(readFacts),
  ]);
  if (actual !== chainId) {
    throw new WrongChain(`the node configured for chain ${chainId} (${getChain(chainId).name}) serves chain ${actual}`);
  }
  if (!isRouterFound) return { tokens: [], multicall3Code, isComplete: false };
  const found = facts.map(judge).filter((usable) => usable !== null);
  const tokens = found.filter(({ token, method }) => {
    if (method === "eip3009" || permit2Code !== null) return true;
    alarm(token, "it is collected by Permit2, which this chain lacks");
    return false;
  });
  const isAsExpected = ({ token, method }: UsableToken) => method === token.method;
  const isComplete = tokens.length === tokensOfChain(chainId).length && tokens.every(isAsExpected);
  return { tokens, multicall3Code, isComplete: isComplete && multicall3Code !== null };
}

/** Checks that the router which new payments would use has this version's code. Without it nothing can be paid there. */
async function checkRouter(chainId: number): Promise<boolean> {
  const address = currentRouter(chainId);
  const code = await compareRouterCode(quickChainClient(chainId), address, routerInitCode);
  if (code === "same") {
    endAlarm("router_check", String(chainId), { chainId, address }, `chain ${chainId} has its payment router`);
    return true;
  }
  const problem = code === "missing" ? "has no contract" : "has another contract than this version's router";
  const message = `no payment is offered on chain ${chainId}: its payment router's address ${problem}; see docs/router.md`;
  raiseAlarm("router_check", String(chainId), { chainId, address }, message);
  return false;
}

async function readCode(chainId: number, address: Address): Promise<Hex | null> {
  return (await quickChainClient(chainId).getCode({ address })) ?? null;
}

/** A token's properties as read from the chain; null where the contract gives no answer. */
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
  if (code === null) return alarm(token, "its address has no contract");
  if (decimals !== token.decimals) return alarm(token, `it has ${decimals} decimals, not ${token.decimals}`);
  if (token.method === "permit2") return passed({ token, method: "permit2", domain: null });
  const { chainId, address: verifyingContract } = token;
  const matches = (domain: TokenDomain) =>
    domainSeparator({ domain: { ...domain, chainId, verifyingContract } }) === separator;
  const domain = token.domains.find(matches);
  const first = firstDomains().get(token);
  if (first !== undefined && domain !== first) return alarm(token, "its EIP-712 domain has changed");
  if (domain !== undefined) {
    firstDomains().set(token, domain);
    return passed({ token, method: "eip3009", domain });
  }
  alarm(token, "its EIP-712 domain is unknown; it is collected by Permit2 until the registry is corrected");
  return { token, method: "permit2", domain: null };
}

function passed(usable: UsableToken): UsableToken {
  const { symbol, chainId, address } = usable.token;
  const facts = { symbol, chainId, address };
  endAlarm("token_check", `${chainId}:${symbol}`, facts, `${symbol} on chain ${chainId} is as expected again`);
  return usable;
}

function alarm(token: Token, reason: string): null {
  const { symbol, chainId, address } = token;
  const facts = { symbol, chainId, address };
  raiseAlarm("token_check", `${chainId}:${symbol}`, facts, `${symbol} failed its check on chain ${chainId}: ${reason}`);
  return null;
}
