import { expect, test } from "vitest";
import { proxiedChain, wallet } from "#test/chain/proxied-chain.ts";

const chainId = 8453;
const chain = proxiedChain(chainId);

test("the receipts of blocks that are too large together are read, and fail no other call of that moment", async () => {
  const client = chain.client();
  const blocks = [];
  for (let count = 0; count < 3; count += 1) {
    const hash = await client.sendTransaction({ account: wallet, to: wallet, chain: null });
    blocks.push((await client.waitForTransactionReceipt({ hash })).blockNumber);
  }
  const filler = "ab".repeat(2_000_000);
  chain
    .node()
    .misbehave(({ method }) =>
      method === "eth_getBlockReceipts"
        ? { edit: (receipts) => (receipts as object[]).map((receipt) => ({ ...receipt, filler })) }
        : null,
    );
  const { findBlockReceipts } = await import("#lib/chain/relay/watching/receipts.ts");
  const { chainClient } = await import("#lib/chain/nodes/clients.ts");
  const [head, ...receipts] = await Promise.all([
    chainClient(chainId).getBlockNumber(),
    ...blocks.map((block) => findBlockReceipts(chainId, block)),
  ]);
  expect(head).toBe(blocks.at(-1));
  expect(receipts.map((each) => each?.size)).toEqual([1, 1, 1]);
});
