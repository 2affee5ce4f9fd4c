import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { parseAbi, parseEther } from "viem";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { startChain } from "#scripts/devnet/start-chain.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";
import { startTestChain } from "#test/chain/with-chain.ts";

const abi = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);
const chainId = 8453;
const { relayer, merchant } = devAccounts();

let directory: string;
let stateFile: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "till-chain-"));
  stateFile = path.join(directory, "state.json.gz");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("balances, nonces, receipts and logs survive a stop and a start", async () => {
  const first = await startTestChain({ chainId, stateFile });
  const { hash, address } = await pay(first);
  const receipt = await first.client.waitForTransactionReceipt({ hash });
  const head = await first.client.getBlock();
  await first.stop();

  const second = await startChain({ chainId, stateFile, blockTimeSeconds: 0 });
  try {
    const client = connectAnvil(second.rpcUrl);
    expect(await client.getTransactionReceipt({ hash })).toEqual(receipt);
    expect(await client.getLogs({ address, event: abi[2], fromBlock: receipt.blockNumber })).toHaveLength(1);
    expect(await client.readContract({ address, abi, functionName: "balanceOf", args: [merchant.address] })).toBe(5n);
    expect(await client.getTransactionCount(payer())).toBe(1);
    expect((await client.getBlock()).hash).toBe(head.hash);
    await client.mine({ blocks: 1 });
    expect((await client.getBlock()).parentHash).toBe(head.hash);
  } finally {
    await second.stop();
  }
});

test("blocks carry the wall clock's time after a restart, not the old chain's", async () => {
  const first = await startChain({ chainId, stateFile, blockTimeSeconds: 0 });
  const longAgo = connectAnvil(first.rpcUrl);
  type SetTime = { Method: "evm_setTime"; Parameters: [seconds: number]; ReturnType: number };
  await longAgo.request<SetTime>({ method: "evm_setTime", params: [1_600_000_000] });
  await longAgo.mine({ blocks: 3 });
  expect((await longAgo.getBlock()).timestamp).toBeLessThan(1_600_100_000n);
  await first.stop();

  const notBefore = BigInt(Math.floor(Date.now() / 1000));
  const second = await startChain({ chainId, stateFile, blockTimeSeconds: 0 });
  try {
    const client = connectAnvil(second.rpcUrl);
    await client.mine({ blocks: 1 });
    const { timestamp } = await client.getBlock();
    expect(timestamp).toBeGreaterThanOrEqual(notBefore);
    expect(timestamp).toBeLessThanOrEqual(BigInt(Math.ceil(Date.now() / 1000)));
  } finally {
    await second.stop();
  }
});

test("a node ends with the process that started it, and the saved state stays", async () => {
  const program = `
    const { startTestChain } = await import("#test/chain/with-chain.ts");
    const chain = await startTestChain({ chainId: ${chainId}, stateFile: ${JSON.stringify(stateFile)} });
    console.log(JSON.stringify(chain.rpcUrl));
    process.kill(process.pid, "SIGKILL");
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const rpcUrl = z.string().parse(JSON.parse(await text(parent.stdout)));
  await vi.waitUntil(() => isGone(rpcUrl), { timeout: 30_000 });

  const second = await startChain({ chainId, stateFile, blockTimeSeconds: 0 });
  try {
    const client = connectAnvil(second.rpcUrl);
    expect(await client.getBalance(relayer)).toBe(parseEther("100"));
  } finally {
    await second.stop();
  }
});

test("an invalid state file is named in the error and not overwritten", async () => {
  await writeFile(stateFile, "not a chain");
  await expect(startChain({ chainId, stateFile })).rejects.toThrow(stateFile);
  expect(await readFile(stateFile, "utf8")).toBe("not a chain");
});

test("a port in use is reported as such", async () => {
  const chain = await startChain({ chainId, blockTimeSeconds: 0 });
  try {
    const port = Number(new URL(chain.rpcUrl).port);
    await expect(startChain({ chainId, port })).rejects.toThrow(/address already in use/i);
  } finally {
    await chain.stop();
  }
});

test("a devnet mines by itself, continues where it stopped, and tops balances up to the floor only", async () => {
  const options = { chainIds: [chainId, 56], stateDir: directory, blockTimeSeconds: 1 };
  const first = await startDevnet(options);
  const [base] = first.chains;
  if (base === undefined) throw new Error("expected two chains");
  const { hash, address } = await pay({ client: connectAnvil(base.rpcUrl) });
  await connectAnvil(base.rpcUrl).waitForTransactionReceipt({ hash });
  await first.stop();

  const steps: string[] = [];
  const second = await startDevnet({ ...options, onStep: (step) => steps.push(step) });
  try {
    expect(steps.filter((step) => step.endsWith("with its saved state"))).toHaveLength(2);
    const [again] = second.chains;
    if (again === undefined) throw new Error("expected two chains");
    const client = connectAnvil(again.rpcUrl);
    expect((await client.getTransactionReceipt({ hash })).status).toBe("success");
    const balanceOf = { address, abi, functionName: "balanceOf" } as const;
    expect(await client.readContract({ ...balanceOf, args: [payer().address] })).toBe(10_000_000_000n);
    expect(await client.readContract({ ...balanceOf, args: [merchant.address] })).toBe(5n);
  } finally {
    await second.stop();
  }
});

/** Sends 5 atomic units of the first token of Base from a buyer to the merchant. */
async function pay({ client }: { client: ReturnType<typeof connectAnvil> }) {
  const [token] = tokensOfChain(chainId);
  if (token === undefined) throw new Error("no token on Base");
  const { address } = token;
  const call = { address, abi, functionName: "transfer", args: [merchant.address, 5n] } as const;
  return { address, hash: await client.writeContract({ ...call, account: payer().address, chain: null }) };
}

function payer() {
  const [buyer] = devAccounts().buyers;
  if (buyer === undefined) throw new Error("no buyer");
  return buyer;
}

async function isGone(rpcUrl: string): Promise<boolean> {
  return fetch(rpcUrl).then(
    () => false,
    () => true,
  );
}
