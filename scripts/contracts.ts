// The contracts of Till on a chain: `npm run contracts`.
import { parseArgs } from "node:util";
import { createWalletClient, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { findChain } from "#lib/chain/chains.ts";
import { addressByProxy } from "#lib/chain/deployment-proxy.ts";
import { depositFactory } from "#lib/chain/deposits/deposit-factory.ts";
import { readArtifact } from "#scripts/contracts/artifacts.ts";
import {
  type Deployment,
  type DeploymentClient,
  deployFactory,
  deployRouter,
  requireFactory,
  requireRouterCode,
} from "#scripts/contracts/deploy.ts";
import { refuseUnused, runCommand, UsageError } from "#scripts/process/run-command.ts";

const usage = `npm run contracts -- deploy --chain <id>                 deploys the payment router and the deposit factory; does nothing where they are
npm run contracts -- verify --chain <id> [--address 0x…] compares the code on chain with the repository's; --address: the router alone
RPC_URLS_<chain id> names the node. DEPLOYER_PRIVATE_KEY pays for the deployment; any funded key will do, and the contracts
give it no rights. ROUTER_SALT (32 bytes, default 0) chooses another address for the router's code.`;

const bytes32 = z.templateLiteral(
  ["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)],
  "must be 0x and 64 hexadecimal digits",
);
const address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)]);

const text = { type: "string" } as const;
const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { chain: text, address: text } });
  const [command, ...more] = positionals;
  if (values.chain === undefined || more.length > 0) throw new UsageError();
  if (!/^[1-9]\d{0,15}$/.test(values.chain)) throw new UsageError("--chain must be the id of a chain, such as 8453.");
  if (command === "verify") await verify(Number(values.chain), values.address);
  else if (command !== "deploy") throw new UsageError();
  else {
    refuseUnused(command, values, ["chain"]);
    await deploy(Number(values.chain));
  }
  return 0;
});

async function deploy(chainId: number): Promise<void> {
  const account = privateKeyToAccount(read("DEPLOYER_PRIVATE_KEY", bytes32));
  const client = await connect(chainId);
  const router = await deployRouter(client, account, await readArtifact("payment-router"), salt());
  report("Payment router", router, chainId);
  const name = nameOf(chainId);
  if (router.via === "create") say(`${name} has no deployment proxy: keep this address, it can't be computed.`);
  const factory = await deployFactory(client, account, await readArtifact("deposit-factory"));
  if (factory === null) say(`${name} has no deployment proxy, so it can't have deposit addresses.`);
  else report("Deposit factory", factory, chainId);
}

function report(title: string, { address, isNew }: Deployment, chainId: number): void {
  say(`${title} ${isNew ? "deployed" : "already deployed"} on ${nameOf(chainId)}: ${address}`);
}

async function verify(chainId: number, named: string | undefined): Promise<void> {
  const client = await connect(chainId);
  const artifact = await readArtifact("payment-router");
  const at = named === undefined ? addressByProxy(artifact.initCode, salt()) : parseNamed(named);
  await requireRouterCode(client, at, artifact);
  say(`${at} on ${nameOf(chainId)} is this version of the router.`);
  if (named !== undefined) return;
  await requireFactory(client);
  say(`${depositFactory} on ${nameOf(chainId)} is this version of the deposit factory.`);
}

/** @throws Error when no node is configured, or it belongs to another chain. */
async function connect(chainId: number): Promise<DeploymentClient> {
  const name = nameOf(chainId);
  const [url] = read(`RPC_URLS_${chainId}`, z.string().min(1)).split(",");
  const client = createWalletClient({ transport: http(url) }).extend(publicActions);
  const actual = await client.getChainId();
  if (actual !== chainId) throw new Error(`RPC_URLS_${chainId} must be a node of ${name}; it has chain id ${actual}.`);
  return client;
}

function parseNamed(text: string) {
  const { success, data } = address.safeParse(text);
  if (!success) throw new UsageError("--address must be 0x and 40 hexadecimal digits.");
  return data;
}

/** @throws UsageError when Till doesn't know the chain. */
function nameOf(chainId: number): string {
  const chain = findChain(chainId);
  if (chain === null) throw new UsageError(`Till doesn't know chain ${chainId}.`);
  return chain.name;
}

function salt() {
  return parse("ROUTER_SALT", bytes32, process.env.ROUTER_SALT ?? `0x${"00".repeat(32)}`);
}

function read<T>(name: string, schema: z.ZodType<T>): T {
  return parse(name, schema, process.env[name] ?? "");
}

function parse<T>(name: string, schema: z.ZodType<T>, text: string): T {
  const { success, data, error } = schema.safeParse(text);
  if (!success)
    throw new Error(`${name} ${text === "" ? "is not set" : (error.issues[0]?.message ?? "is not valid")}.`);
  return data;
}
