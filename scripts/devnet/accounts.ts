import { type Hex, toHex } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { Address } from "#lib/core/caip.ts";

type DevAccount = { readonly address: Address; readonly privateKey: Hex };

/** Who is who on the local chains. The keys are public knowledge: money sent to them on a real chain is lost. */
export type DevAccounts = {
  /** Submits collections and settlements; also the treasury. */
  readonly relayer: DevAccount;
  /** Where the demo merchant is settled. */
  readonly merchant: DevAccount;
  readonly buyers: readonly DevAccount[];
  /** Sends the transactions that mint tokens, so that nobody else's nonce moves. */
  readonly faucet: DevAccount;
};

const MNEMONIC = "test test test test test test test test test test test junk";

/**
 * The accounts of anvil's own mnemonic, for which anvil signs too: 0 relayer, 1 merchant, 2 to 5 buyers, 9 faucet.
 * Deriving them takes some tens of milliseconds.
 */
export function devAccounts(): DevAccounts {
  return {
    relayer: derive(0),
    merchant: derive(1),
    buyers: [2, 3, 4, 5].map(derive),
    faucet: derive(9),
  };
}

function derive(addressIndex: number): DevAccount {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex });
  const { privateKey } = account.getHdKey();
  if (privateKey === null) throw new Error("An account derived from a mnemonic has a private key.");
  return { address: account.address, privateKey: toHex(privateKey) };
}
