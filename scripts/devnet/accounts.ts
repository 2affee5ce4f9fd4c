import { type Hex, toHex } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { Address } from "#lib/core/caip.ts";

type DevAccount = { readonly address: Address; readonly privateKey: Hex };

/** The accounts of the local chains. Their keys are public: money sent to them on a real chain is lost. */
export type DevAccounts = {
  /** Submits payments; it is also the treasury and the fee recipient, and pays out held money. */
  readonly relayer: DevAccount;
  /** The demo merchant's settlement destination. */
  readonly merchant: DevAccount;
  readonly buyers: readonly DevAccount[];
  /** Sends the transactions that mint tokens, so that no other account's nonce changes. */
  readonly faucet: DevAccount;
};

const MNEMONIC = "test test test test test test test test test test test junk";
let accounts: DevAccounts | null = null;

/**
 * Derives the accounts of anvil's default mnemonic, which anvil can also sign for: 0 relayer, 1 merchant, 2 to 5 buyers,
 * 9 faucet. The first call takes tens of milliseconds, the next ones nothing.
 */
export function devAccounts(): DevAccounts {
  accounts ??= { relayer: derive(0), merchant: derive(1), buyers: [2, 3, 4, 5].map(derive), faucet: derive(9) };
  return accounts;
}

function derive(addressIndex: number): DevAccount {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex });
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error("an account derived from a mnemonic has no private key");
  return { address: account.address, privateKey: toHex(privateKey) };
}
