// The payment router on a chain: `npm run router`.
import { parseArgs } from "node:util";
import { createWalletClient, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { findChain } from "#lib/chain/chains.ts";
import { routerAddress } from "#lib/chain/router/routers.ts";
import { refuseUnused, runCommand, UsageError } from "#scripts/process/run-command.ts";
import { type DeploymentClient, deployRouter, requireRouterCode } from "#scripts/router/deploy-router.ts";
import { readRouterArtifact } from "#scripts/router/router-artifact.ts";

const usage = `npm run router -- deploy --chain <id>                 deploys the router; does nothing where it is on the chain already
npm run router -- verify --chain <id> [--address 0x…] compares the code on chain with the repository's
RPC_URLS_<chain id> names the node. DEPLOYER_PRIVATE_KEY pays for the deployment; any funded key will do, and the router
gives it no rights. ROUTER_SALT (32 bytes, default 0) chooses another address for the same code.`;

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
  const deployment = await deployRouter(client, account, await readRouterArtifact(), salt());
  const name = nameOf(chainId);
  say(`${deployment.isNew ? "Deployed" : "Already deployed"} on ${name}: ${deployment.address}`);
  if (deployment.via === "create") say(`${name} has no deployment proxy: keep this address, it can't be computed.`);
}

async function verify(chainId: number, named: string | undefined): Promise<void> {
  const artifact = await readRouterArtifact();
  const at = named === undefined ? routerAddress(artifact.initCode, salt()) : parseNamed(named);
  await requireRouterCode(await connect(chainId), at, artifact);
  say(`${at} on ${nameOf(chainId)} is this version of the router.`);
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
