import {
  concat,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  type PublicActions,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from "viem";
import { z } from "zod";
import { addressByProxy } from "#lib/chain/deployment-proxy.ts";
import type { Address } from "#lib/core/caip.ts";
import artifact from "../../../contracts/deposit-factory.json" with { type: "json" };

/** The init code of this version's factory, as committed in `contracts/deposit-factory.json`. */
export const factoryInitCode: Hex = z
  .templateLiteral(["0x", z.string().regex(/^([0-9a-f]{2})+$/)])
  .parse(artifact.initCode);

/** The factory's address on every chain that has the deployment proxy. No other has deposit addresses. */
export const depositFactory: Address = addressByProxy(factoryInitCode, zeroHash);

/** The code of every box: the first contract that the factory creates. */
export const boxImplementation: Address = getContractAddress({ from: depositFactory, nonce: 1n });

/** The agreement that a deposit address stands for: `Terms` of contracts/DepositFactory.sol. */
export type DepositTerms = {
  id: Hex;
  homeChain: bigint;
  token: Address;
  recipient: Address;
  fee: bigint;
  feeRecipient: Address;
  /** The relayer wallet that collects, and the only one that may. */
  submitter: Address;
  /** Unix seconds from which anyone may sweep. */
  openAfter: bigint;
};

const terms =
  "struct Terms { bytes32 id; uint256 homeChain; address token; address recipient; uint256 fee; address feeRecipient; address submitter; uint256 openAfter; }";

const parameters = parseAbiParameters(["Terms terms", terms]);
export const factoryAbi = parseAbi([
  terms,
  "function boxOf(Terms terms) view returns (address)",
  "function collect(Terms terms, uint256 atLeast)",
  "function sweep(Terms terms, address token)",
  "function openedBySweep(bytes32 termsHash) view returns (bool)",
  "event DepositCollected(bytes32 indexed termsHash, address indexed box, address indexed submitter, bytes32 id, address token, address recipient, uint256 amount, uint256 fee, address feeRecipient)",
  "event DepositSwept(bytes32 indexed termsHash, address indexed box, address indexed caller, address token, address recipient, uint256 amount)",
  "error NothingToSweep(address box)",
  "error NotEnough(uint256 held, uint256 atLeast)",
  "error AlreadyCollected(bytes32 termsHash)",
  "error WrongAmountReceived(address account, uint256 received, uint256 amount)",
]);

/** The hash by which the factory's events name the terms. */
export function termsHashOf(terms: DepositTerms): Hex {
  return keccak256(encodeAbiParameters(parameters, [terms]));
}

/** Returns the deposit address of terms, the same on every chain: the factory's `boxOf`. */
export function boxOf(terms: DepositTerms): Address {
  const clone = concat([
    "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
    boxImplementation,
    "0x5af43d82803e903d91602b57fd5bf3",
  ]);
  return getContractAddress({ opcode: "CREATE2", from: depositFactory, salt: termsHashOf(terms), bytecode: clone });
}

/**
 * Tells whether a chain has the factory. Its address depends on its code, so no code needs to be compared.
 * @throws Error when the node fails.
 */
export async function isFactoryDeployed(client: Pick<PublicActions, "getCode">): Promise<boolean> {
  const codes = await Promise.all([depositFactory, boxImplementation].map((address) => client.getCode({ address })));
  return codes.every((code) => code !== undefined);
}
