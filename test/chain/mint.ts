import { parseAbi } from "viem";
import type { Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { TestChain } from "#test/chain/with-chain.ts";

const abi = parseAbi(["function mint(address account, uint256 value)"]);

/** The last mint of each chain, to run them one by one: anvil gives concurrent transactions of an account the same nonce. */
const turns = new WeakMap<TestChain["client"], Promise<void>>();

/** Mints an amount in smallest units to an account; resolves when it is mined. Calls may be concurrent. */
export function mint(chain: TestChain, token: Token, account: Address, amount: bigint): Promise<void> {
  const turn = (turns.get(chain.client) ?? Promise.resolve()).then(() => mintNow(chain, token, account, amount));
  turns.set(
    chain.client,
    turn.catch(() => undefined),
  );
  return turn;
}

async function mintNow({ client, accounts }: TestChain, token: Token, account: Address, amount: bigint): Promise<void> {
  const call = { address: token.address, abi, functionName: "mint", args: [account, amount] } as const;
  const hash = await client.writeContract({ ...call, account: accounts.faucet.address, chain: null, gas: 200_000n });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error("minting failed");
}
