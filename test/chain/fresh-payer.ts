import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseEther,
  stringToHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { assetOf, type Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { contractPayer, keyPayer, type Payer } from "#test/chain/payer.ts";
import { smartWalletOf } from "#test/chain/smart-wallet.ts";
import type { TestChain } from "#test/chain/with-chain.ts";

const mintAbi = parseAbi(["function mint(address account, uint256 value)"]);

/** An account with a key, a contract wallet, or one that is not deployed yet. */
export type PayerKind = "key" | "deployed" | "counterfactual";

export type FreshPayer = {
  token: Token;
  kind: PayerKind;
  /** Its balance of the token, in smallest units. */
  amount: bigint;
  /** Its allowance to Permit2, in smallest units. */
  allowance?: bigint;
};

/** Creates an account that is new on this chain, one for each name. */
export async function createPayer(chain: TestChain, name: string, fresh: FreshPayer): Promise<Payer> {
  const { token, kind, amount, allowance = 0n } = fresh;
  const key = keccak256(stringToHex(`${assetOf(token)}: ${name}`));
  await chain.client.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("1") });
  const owner = keyPayer(chain, key);
  const wallet = kind === "key" ? null : await smartWalletOf(chain, key, zeroHash);
  const payer = wallet === null ? owner : contractPayer(wallet);
  if (kind === "deployed") await wallet?.deploy();
  // Anyone may mint. A shared account would have to send one by one: anvil gives concurrent transactions the same nonce.
  await owner.send(token.address, encodeFunctionData({ abi: mintAbi, args: [payer.account, amount] }));
  if (allowance === 0n) return payer;
  if (kind === "counterfactual") await writeAllowance(chain, token.address, payer.account, allowance);
  else await payer.send(token.address, approveData(allowance));
  return payer;
}

function approveData(allowance: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, allowance] });
}

/** Writes an allowance for an account that can't send yet: `mapping(owner => mapping(spender => uint256))` in slot 1. */
async function writeAllowance({ client }: TestChain, token: Address, owner: Address, allowance: bigint): Promise<void> {
  const slot = (key: Address, of: Hex) =>
    keccak256(encodeAbiParameters([{ type: "address" }, { type: "bytes32" }], [key, of]));
  const word = (value: bigint) => encodeAbiParameters([{ type: "uint256" }], [value]);
  await client.setStorageAt({
    address: token,
    index: slot(permit2Address, slot(owner, word(1n))),
    value: word(allowance),
  });
}
