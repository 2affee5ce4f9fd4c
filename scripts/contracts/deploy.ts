import {
  type Client,
  concat,
  type Hex,
  type HttpTransport,
  type LocalAccount,
  type PublicActions,
  type WalletActions,
  zeroHash,
} from "viem";
import { addressByProxy, deploymentProxy } from "#lib/chain/deployment-proxy.ts";
import { depositFactory, isFactoryDeployed } from "#lib/chain/deposits/deposit-factory.ts";
import { compareRouterCode } from "#lib/chain/router/compare-router-code.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Artifact } from "#scripts/contracts/artifacts.ts";

export type DeploymentClient = Client<HttpTransport> & PublicActions & WalletActions;

/** `isNew` is false when the contract was on the chain already. */
export type Deployment = { address: Address; isNew: boolean; via: "create2" | "create" };

/**
 * Deploys the router, and does nothing where it is on the chain already. Without the deployment proxy it is deployed by
 * an ordinary transaction, whose address depends on the deployer's nonce and has to be configured.
 * @throws Error when a node fails, or the code on chain differs from the artifact's afterwards.
 */
export async function deployRouter(
  client: DeploymentClient,
  account: LocalAccount,
  artifact: Artifact,
  salt: Hex,
): Promise<Deployment> {
  if (!(await hasProxy(client))) return deployPlainly(client, account, artifact);
  const deployment = await deployByProxy(client, account, artifact, salt);
  await requireRouterCode(client, deployment.address, artifact);
  return deployment;
}

/**
 * Deploys the deposit factory, and does nothing where it is on the chain already.
 * @returns null on a chain without the deployment proxy. With an ordinary transaction, the deployer's key could place
 * another contract at the factory's address on another chain, and take what buyers send to the addresses there.
 * @throws Error when a node fails.
 */
export async function deployFactory(
  client: DeploymentClient,
  account: LocalAccount,
  artifact: Artifact,
): Promise<Deployment | null> {
  if (!(await hasProxy(client))) return null;
  const deployment = await deployByProxy(client, account, artifact, zeroHash);
  await requireFactory(client);
  return deployment;
}

async function hasProxy(client: DeploymentClient): Promise<boolean> {
  return (await client.getCode({ address: deploymentProxy })) !== undefined;
}

async function deployByProxy(
  client: DeploymentClient,
  account: LocalAccount,
  { initCode }: Artifact,
  salt: Hex,
): Promise<Deployment> {
  const address = addressByProxy(initCode, salt);
  const isNew = (await client.getCode({ address })) === undefined;
  if (isNew) await send(client, account, { to: deploymentProxy, data: concat([salt, initCode]) });
  return { address, isNew, via: "create2" };
}

async function deployPlainly(client: DeploymentClient, account: LocalAccount, artifact: Artifact): Promise<Deployment> {
  const { contractAddress } = await send(client, account, { data: artifact.initCode });
  if (!contractAddress) throw new Error("The deployment has no contract address in its receipt.");
  await requireRouterCode(client, contractAddress, artifact);
  return { address: contractAddress, isNew: true, via: "create" };
}

async function send(client: DeploymentClient, account: LocalAccount, call: { to?: Address; data: Hex }) {
  const hash = await client.sendTransaction({ ...call, account, chain: null });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`The deployment ${hash} reverted.`);
  return receipt;
}

/**
 * Requires that the router's code on chain is the artifact's.
 * @throws Error when there is none, or another one.
 */
export async function requireRouterCode(
  client: DeploymentClient,
  address: Address,
  { initCode }: Artifact,
): Promise<void> {
  const code = await compareRouterCode(client, address, initCode);
  if (code === "missing") throw new Error(`There is no contract at ${address}.`);
  if (code === "different") throw new Error(`The contract at ${address} is not this version of the router.`);
}

/** Requires that the deposit factory and the code of its boxes are on a chain. @throws Error when they aren't. */
export async function requireFactory(client: DeploymentClient): Promise<void> {
  if (!(await isFactoryDeployed(client))) throw new Error(`There is no deposit factory at ${depositFactory}.`);
}
