import { type Address, parseAddress } from "#lib/core/caip.ts";

/** Uniswap's Permit2, at this address on every chain. It forwards what it is signed for, and can't send what it is sent. */
const permit2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const zeroAddress = "0x0000000000000000000000000000000000000000";

/**
 * An address with so little information in it that no one can have found a key or a contract for it:
 * precompiles, system contracts of chains such as `0x4200…0006`, `0x…dEaD`, and repeated digits such as
 * `0xEeee…EEeE`.
 */
const unowned = /0{32}|^0x([0-9a-f]{1,8})\1+$/i;

/** Addresses that money is burnt at, and contracts that can't send tokens. */
const dead: ReadonlySet<Address> = new Set<Address>([
  "0xdEAD000000000000000042069420694206942069",
  // The deployment proxy that most networks have.
  "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  // Entry points of ERC-4337.
  "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789",
  "0x0000000071727De22E5E9d8BAf0edAc6f37da032",
]);

/** Multicalls, and routers of exchanges, which send their tokens to any caller that asks. */
const shared: ReadonlySet<Address> = new Set<Address>([
  // Multicall3, Multicall2, Multicall
  "0xcA11bde05977b3631167028862bE2a173976CA11",
  "0x5BA1e12693Dc8F9c48aAD8770482f4739bEeD696",
  "0xeefBa1e63905eF1D7ACbA5a8513c70307C1cE441",
  // Uniswap: Router02 of v2, SwapRouter and SwapRouter02 of v3, universal routers
  "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
  "0xE592427A0AEce92De3Edee1F18E0157C05861564",
  "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
  "0x2626664c2603336E57B271c5C0b26F421741e481",
  "0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2",
  "0x5615CDAb10dc425a742d643d949a7F474C01abc4",
  "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD",
  "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af",
  "0x6fF5693b99212Da76ad316178A184AB56D299b43",
  "0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507",
  "0x1095692A6237d83C6a72F3F5eFEdb9A670C49223",
  "0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3",
  "0x1906c1d672b88cD1B9aC7593301cA990F94Eae07",
  // PancakeSwap and SushiSwap
  "0x10ED43C718714eb63d5aA57B78B54704E256024E",
  "0x13f4EA83D0bd40E75C8222255bc855a974568Dd4",
  "0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F",
  // 1inch, 0x, ParaSwap and LI.FI
  "0x1111111254fb6c44bAC0beD2854e76F90643097d",
  "0x1111111254EEB25477B68fb85Ed929f73A960582",
  "0x111111125421cA6dc452d289314280a0f8842A65",
  "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
  "0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57",
  "0x6A000F20005980200259B80c5102003040001068",
  "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE",
]);

/** All of these, for a test of their checksums. */
export const refusedContracts: readonly Address[] = [...dead, ...shared];

/** A reason not to send money to an address. */
type Reason = "zero" | "token" | "permit2" | "unowned" | "shared";

/** The rule that an address breaks, as a predicate of its field. */
export const destinationRules: Readonly<Record<Reason, string>> = {
  zero: "must not be the zero address",
  token: "must not be a token contract: tokens sent to it are lost",
  permit2: "must not be the Permit2 contract: tokens sent to it are lost",
  unowned:
    "must not be an address that no one controls, such as a burn address or a precompile: tokens sent to it are lost",
  shared: "must not be a contract that sends its tokens to any caller, such as Multicall3 or a router of an exchange",
};

/**
 * Returns why an address must not receive money, or null when it may.
 * @param tokenContracts the token contracts of the chain: tokens sent to one are usually lost.
 */
export function reasonAgainst(address: Address, tokenContracts: readonly Address[]): Reason | null {
  if (address === zeroAddress) return "zero";
  if (address === permit2) return "permit2";
  if (tokenContracts.includes(address)) return "token";
  if (shared.has(address)) return "shared";
  return unowned.test(address) || dead.has(address) ? "unowned" : null;
}

/** The content of an address field. */
export type TypedAddress =
  | { kind: "empty" | "malformed" | "wrong-checksum" }
  | {
      kind: "address";
      address: Address;
      /** The chain of a CAIP-10 account; null for a bare address. */
      chainId: number | null;
      /** False for an address in a single letter case, in which typing errors go unnoticed. */
      hasChecksum: boolean;
    };

const accountOrAddress = /^(?:eip155:([1-9][0-9]{0,9}):)?(0x[0-9a-fA-F]{40})$/;

/** Parses a typed or pasted address, bare or as CAIP-10; ignores surrounding spaces. */
export function readTypedAddress(text: string): TypedAddress {
  const typed = text.trim();
  if (typed === "") return { kind: "empty" };
  const [, chainId, raw] = accountOrAddress.exec(typed) ?? [];
  if (raw === undefined) return { kind: "malformed" };
  const address = parseAddress(raw);
  if (address === null) return { kind: "wrong-checksum" };
  // Mixed case is the checksum, which parseAddress has verified; an address without letters always equals it.
  return {
    kind: "address",
    address,
    chainId: chainId === undefined ? null : Number(chainId),
    hasChecksum: raw === address,
  };
}
