import { type AccountMode, simulatedChainId } from "#lib/core/account-mode.ts";
import { type Address, type Caip19, parseCaip19, toCaip19 } from "#lib/core/caip.ts";

/** The contract call that collects a buyer's tokens: the token's own EIP-3009, or Permit2's `permitTransferFrom`. */
export type CollectionMethod = "eip3009" | "permit2";

/** Name and version of a token's EIP-712 domain; chain id and contract follow from the token itself. */
export type TokenDomain = { name: string; version: string };

export type Token = {
  symbol: string;
  name: string;
  chainId: number;
  address: Address;
  decimals: number;
  method: CollectionMethod;
  /** Candidates, the likeliest first; the start-up check picks the one that matches the contract's domain separator. */
  domains: readonly TokenDomain[];
  /** ISO 4217 code of the currency the token is pegged to. */
  peg: "USD" | "EUR";
  /** Its EIP-3009 has Circle's overload with `bytes signature` (FiatToken v2.2), which verifies contracts by ERC-1271. */
  takesContractSignatures?: true;
  /** A non-zero allowance must be set to zero before it can be changed. */
  approvesFromZeroOnly?: true;
};

const circles = { decimals: 6, method: "eip3009", takesContractSignatures: true } as const;
const usdCoin = { ...circles, symbol: "USDC", name: "USD Coin", peg: "USD" } as const;
const tether = { symbol: "USDT", name: "Tether USD", decimals: 6, method: "permit2", peg: "USD", domains: [] } as const;
const paypalUsd = { symbol: "PYUSD", name: "PayPal USD", decimals: 6, method: "eip3009", peg: "USD" } as const;
const euroCoin = { ...circles, symbol: "EURC", name: "EURC", peg: "EUR" } as const;

/**
 * Every supported (token, chain) pair with real money, with the data needed to collect it. Options that are equal otherwise are
 * offered in this order.
 */
export const tokens: readonly Token[] = [
  {
    ...usdCoin,
    chainId: 1,
    address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    domains: [{ name: "USD Coin", version: "2" }],
  },
  {
    ...usdCoin,
    chainId: 10,
    address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
    domains: [{ name: "USD Coin", version: "2" }],
  },
  // Binance-Peg USDC is not Circle's contract: 18 decimals and no EIP-3009.
  {
    symbol: "USDC",
    name: "USD Coin",
    chainId: 56,
    address: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
    decimals: 18,
    method: "permit2",
    domains: [],
    peg: "USD",
  },
  {
    ...usdCoin,
    chainId: 137,
    address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
    domains: [{ name: "USD Coin", version: "2" }],
  },
  {
    ...usdCoin,
    chainId: 143,
    address: "0x754704Bc059F8C67012fEd69BC8A327a5aafb603",
    domains: [{ name: "USDC", version: "2" }],
  },
  {
    ...usdCoin,
    chainId: 8453,
    address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    domains: [{ name: "USD Coin", version: "2" }],
  },
  {
    ...usdCoin,
    chainId: 42161,
    address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
    domains: [{ name: "USD Coin", version: "2" }],
  },
  {
    ...usdCoin,
    chainId: 42220,
    address: "0xcebA9300f2b948710d2653dD7B07f33A8B32118C",
    domains: [{ name: "USDC", version: "2" }],
  },
  {
    ...euroCoin,
    chainId: 1,
    address: "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c",
    domains: [
      { name: "Euro Coin", version: "2" },
      { name: "EURC", version: "2" },
    ],
  },
  {
    ...euroCoin,
    chainId: 8453,
    address: "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42",
    domains: [{ name: "EURC", version: "2" }],
  },
  {
    symbol: "USDT0",
    name: "USD₮0",
    chainId: 42161,
    address: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
    decimals: 6,
    method: "eip3009",
    domains: [{ name: "USD\u20ae0", version: "1" }],
    peg: "USD",
  },
  {
    ...paypalUsd,
    chainId: 1,
    address: "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8",
    domains: [{ name: "PayPal USD", version: "1" }],
  },
  {
    ...paypalUsd,
    chainId: 42161,
    address: "0x46850aD61C2B7d64d08c9C754F45254596696984",
    domains: [{ name: "PayPal USD", version: "1" }],
  },
  {
    symbol: "USDG",
    name: "Global Dollar",
    chainId: 1,
    address: "0xe343167631d89B6Ffc58B88d6b7fB0228795491D",
    decimals: 6,
    method: "eip3009",
    domains: [{ name: "Global Dollar", version: "1" }],
    peg: "USD",
  },
  { ...tether, chainId: 1, address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", approvesFromZeroOnly: true },
  { ...tether, chainId: 137, address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F" },
  { ...tether, chainId: 56, address: "0x55d398326f99059fF775485246999027B3197955", decimals: 18 },
];

/** The contracts of the simulated chain, which exist nowhere. */
const simulatedAddresses: Readonly<Record<string, Address>> = {
  USDC: "0x7E57b84d843A5fDb690ad83AF10DD39d38ba9d01",
  EURC: "0x7E5788Fb34ed697dF6Ae79F46B69b52A31D6fB32",
  USDT0: "0x7e570285d4f57BC8fe812442e438D598D1E440dB",
  PYUSD: "0x7e570c7B5eCdFFDaCA3B7914d2a5aCec80d70021",
  USDG: "0x7E57bbdcecE6Dbdc669368Bc2F2fDeB375FF332C",
  USDT: "0x7E57532f003B35Db4fC0BF5485791d55601C1f65",
};

/** Each supported symbol on the simulated chain, collected by one signature. */
export const simulatedTokens: readonly Token[] = Object.entries(simulatedAddresses).flatMap(([symbol, address]) => {
  const real = tokens.find((token) => token.symbol === symbol);
  if (real === undefined) return [];
  const { name, peg } = real;
  const signed = { ...circles, domains: [{ name, version: "1" }] };
  return [{ ...signed, symbol, name, peg, chainId: simulatedChainId, address }];
});

const testUsdc = {
  ...usdCoin,
  domains: [
    { name: "USDC", version: "2" },
    { name: "USD Coin", version: "2" },
  ],
};
const testEurc = { ...euroCoin, domains: [{ name: "EURC", version: "2" }] };
const testPaypalUsd = { ...paypalUsd, domains: [{ name: "PayPal USD", version: "1" }] };

/**
 * The issuers' own tokens on testnets: Circle's (developers.circle.com, "USDC contract addresses" and "EURC contract addresses"),
 * Paxos's (docs.paxos.com, PYUSD), and on BNB Testnet those of BNB Chain's faucet, which issues its pegged tokens.
 */
export const testnetTokens: readonly Token[] = [
  { ...testUsdc, chainId: 84_532, address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
  { ...testEurc, chainId: 84_532, address: "0x808456652fdb597867f38412077A9182bf77359F" },
  { ...testUsdc, chainId: 421_614, address: "0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d" },
  { ...testPaypalUsd, chainId: 421_614, address: "0x637A1259C6afd7E3AdF63993cA7E58BB438aB1B1" },
  { ...testUsdc, chainId: 11_155_420, address: "0x5fd84259d66Cd46123540766Be93DFE6D43130D7" },
  { ...testUsdc, chainId: 11_142_220, address: "0x01C5C0122039549AD1493B8220cABEdD739BC44E" },
  { ...testUsdc, chainId: 10_143, address: "0x534b2f3A21130d7a60830c2Df862319e593943A3" },
  { ...testUsdc, chainId: 80_002, address: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582" },
  {
    symbol: "USDC",
    name: "USD Coin",
    chainId: 97,
    address: "0x64544969ed7EBf5f083679233325356EbE738930",
    decimals: 18,
    method: "permit2",
    domains: [],
    peg: "USD",
  },
  { ...tether, chainId: 97, address: "0x337610d27c682E347C9cD60BD4b3b107C9d34dDd", decimals: 18 },
  { ...testUsdc, chainId: 11_155_111, address: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238" },
  { ...testEurc, chainId: 11_155_111, address: "0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4" },
  { ...testPaypalUsd, chainId: 11_155_111, address: "0xCaC524BcA292aaade2DF8A05cC58F0a65B1B3bB9" },
];

/** The tokens of test mode. */
const testTokens: readonly Token[] = [...simulatedTokens, ...testnetTokens];

/** Returns the tokens that the payments of a mode's accounts are made in. */
export function tokensOf(mode: AccountMode): readonly Token[] {
  return mode === "test" ? testTokens : tokens;
}

const all = [...tokens, ...testTokens];
const byAsset = new Map(all.map((token) => [toCaip19(token), token]));

/** Returns the CAIP-19 id of a token. */
export function assetOf(token: Token): Caip19 {
  return toCaip19(token);
}

/** Returns the asset of a chain's native coin in the books. */
export function nativeAsset(chainId: number): Caip19 {
  return `eip155:${chainId}/native` as Caip19;
}

/** Returns the supported token with a CAIP-19 id, in any letter case that is validly checksummed; null when there is none. */
export function findToken(asset: string): Token | null {
  const known = byAsset.get(asset as Caip19);
  if (known !== undefined) return known;
  const parsed = parseCaip19(asset);
  return parsed === null ? null : (byAsset.get(toCaip19(parsed)) ?? null);
}

/** Returns the supported tokens of a chain, in the order of {@link tokens}. */
export function tokensOfChain(chainId: number): Token[] {
  return all.filter((token) => token.chainId === chainId);
}

/** The chains that have a supported token. */
export const chainIds: readonly number[] = [...new Set(tokens.map(({ chainId }) => chainId))];
