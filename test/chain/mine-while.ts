import type { TestChain } from "#test/chain/with-chain.ts";

const everyMs = 100;

/** Mines ten blocks a second until `work` has ended. @returns its result. */
export async function mineWhile<T>({ client }: Pick<TestChain, "client">, work: Promise<T>): Promise<T> {
  let isDone = false;
  const mining = async () => {
    while (!isDone) {
      await client.mine({ blocks: 1 });
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const done = work.finally(() => {
    isDone = true;
  });
  const [result] = await Promise.all([done, mining()]);
  return result;
}
