import {
  type Client,
  concat,
  type Hex,
  type HttpTransport,
  type LocalAccount,
  type PublicActions,
  type WalletActions,
} from "viem";
import { compareRouterCode } from "#lib/chain/router/compare-router-code.ts";
import { deploymentProxy, routerAddress } from "#lib/chain/router/routers.ts";
import type { Address } from "#lib/core/caip.ts";
import type { RouterArtifact } from "#scripts/router/router-artifact.ts";

export type DeploymentClient = Client<HttpTransport> & PublicActions & WalletActions;

/** `isNew` is false when the router was on the chain already. */
export type RouterDeployment = { address: Address; isNew: boolean; via: "create2" | "create" };

/**
 * Deploys the router, and does nothing where it is on the chain already. Without the deployment proxy it is deployed by
 * an ordinary transaction, whose address depends on the deployer's nonce and has to be configured.
 * @throws Error when a node fails, or the code on chain differs from the artifact's afterwards.
 */
export async function deployRouter(
  client: DeploymentClient,
  account: LocalAccount,
  artifact: RouterArtifact,
  salt: Hex,
): Promise<RouterDeployment> {
  if ((await client.getCode({ address: deploymentProxy })) === undefined)
    return deployPlainly(client, account, artifact);
  const address = routerAddress(artifact.initCode, salt);
  const isNew = (await client.getCode({ address })) === undefined;
  if (isNew) await send(client, account, { to: deploymentProxy, data: concat([salt, artifact.initCode]) });
  await requireRouterCode(client, address, artifact);
  return { address, isNew, via: "create2" };
}

async function deployPlainly(
  client: DeploymentClient,
  account: LocalAccount,
  artifact: RouterArtifact,
): Promise<RouterDeployment> {
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
 * Requires that the code on chain is the artifact's.
 * @throws Error when there is none, or another one.
 */
export async function requireRouterCode(
  client: DeploymentClient,
  address: Address,
  { initCode }: RouterArtifact,
): Promise<void> {
  const code = await compareRouterCode(client, address, initCode);
  if (code === "missing") throw new Error(`There is no contract at ${address}.`);
  if (code === "different") throw new Error(`The contract at ${address} is not this version of the router.`);
}
