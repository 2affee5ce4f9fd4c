import { expect, test } from "vitest";
import { proxiedChain, wallet } from "#test/chain/proxied-chain.ts";

const chainId = 8453;
const chain = proxiedChain(chainId);

test("a wallet's transaction is found below blocks that are too large to be read in one response", async () => {
  const client = chain.client();
  const hash = await client.sendTransaction({ account: wallet, to: wallet, chain: null });
  await client.waitForTransactionReceipt({ hash });
  await client.mine({ blocks: 25 });
  const extraData = `0x${"ab".repeat(300_000)}`;
  chain
    .node()
    .misbehave(({ method }) =>
      method === "eth_getBlockByNumber" ? { edit: (block) => ({ ...(block as object), extraData }) } : null,
    );
  const { findWalletTransactions } = await import("#lib/chain/relay/recovery/find-wallet-transactions.ts");
  const found = await findWalletTransactions({ chainId, wallet }, [0n], await client.getBlockNumber(), 100);
  expect(found).toMatchObject([{ hash, nonce: 0n }]);
});
