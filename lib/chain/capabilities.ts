import { domainSeparator } from "viem";
import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import { eip3009Abi, erc20Abi } from "#lib/chain/contracts.ts";
import { type CollectionMethod, type Token, type TokenDomain, tokensOfChain } from "#lib/chain/tokens.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

/** A token as the chain itself showed it at the start-up check. */
export type UsableToken = { token: Token; method: CollectionMethod; domain: TokenDomain | null };

const checked = processSingleton("chain-capabilities", () => new Map<number, Promise<UsableToken[]>>());

/**
 * The tokens of a chain that can be used, as the start-up check of TOKENS found them. Asks the node once per
 * process, five calls a token in one batch; a check that failed is made again at the next call.
 * @throws Error when the node does not answer or is of another chain.
 */
export function usableTokens(chainId: number): Promise<UsableToken[]> {
  const known = checked().get(chainId);
  if (known !== undefined) return known;
  const check = checkChain(chainId);
  checked().set(chainId, check);
  check.catch(() => checked().delete(chainId));
  return check;
}

async function checkChain(chainId: number): Promise<UsableToken[]> {
  const actual = await chainClient(chainId).getChainId();
  if (actual !== chainId) {
    throw new Error(`the node of chain ${chainId} (${getChain(chainId).name}) is of chain ${actual}`);
  }
  const found = await Promise.all(tokensOfChain(chainId).map(checkToken));
  return found.filter((usable) => usable !== null);
}

async function checkToken(token: Token): Promise<UsableToken | null> {
  const client = chainClient(token.chainId);
  const code = await client.getCode({ address: token.address });
  if (code === undefined) return alarm(token, "there is no contract at its address");
  const decimals = await client.readContract({ address: token.address, abi: erc20Abi, functionName: "decimals" });
  if (decimals !== token.decimals) return alarm(token, `it has ${decimals} decimals, not ${token.decimals}`);
  if (token.method === "permit2") return { token, method: "permit2", domain: null };
  const domain = await findDomain(token);
  if (domain !== null) return { token, method: "eip3009", domain };
  alarm(token, "its EIP-712 domain is none that we know; it is collected by Permit2 until this is mended");
  return { token, method: "permit2", domain: null };
}

async function findDomain(token: Token): Promise<TokenDomain | null> {
  const client = chainClient(token.chainId);
  const onChain = await client
    .readContract({ address: token.address, abi: eip3009Abi, functionName: "DOMAIN_SEPARATOR" })
    .catch((error: Error) => {
      if (error.name === "ContractFunctionExecutionError") return null;
      throw error;
    });
  const { chainId, address: verifyingContract } = token;
  const fits = (domain: TokenDomain) =>
    domainSeparator({ domain: { ...domain, chainId, verifyingContract } }) === onChain;
  return token.domains.find(fits) ?? null;
}

function alarm(token: Token, reason: string): null {
  const { symbol, chainId, address } = token;
  log().error({ alarm: "token_check", symbol, chainId, address }, `${symbol} failed its check: ${reason}`);
  return null;
}
