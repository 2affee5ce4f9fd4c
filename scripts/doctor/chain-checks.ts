import { usableTokens } from "#lib/chain/capabilities.ts";
import { misnamed } from "#lib/chain/chain-settings.ts";
import { enabledChainIds, getChain, offeredChainIds } from "#lib/chain/chains.ts";
import { collectionGas, findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { oldHeadSeconds } from "#lib/chain/nodes/chain-monitor.ts";
import { nodeClients, quickChainClient } from "#lib/chain/nodes/clients.ts";
import { newestFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { lowBelowCollections } from "#lib/chain/relay/fees/affordable.ts";
import { compareRouterCode } from "#lib/chain/router/compare-router-code.ts";
import { currentRouter, routerInitCode } from "#lib/chain/router/routers.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import { modeOfChain } from "#lib/core/account-mode.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { listMisnamed } from "#lib/env/env.ts";
import { type Check, type Finding, ok, problem, warning } from "#scripts/doctor/finding.ts";

const futureSeconds = 15;

/** Checks of each enabled chain: its nodes, router, tokens and the gas of its wallets. */
export function chainChecks(): Check[] {
  const chainIds = enabledChainIds();
  const names = listMisnamed();
  const none =
    offeredChainIds("live").length === 0 ? [problem("no live one is enabled", "Set RPC_URLS_<chain id>.")] : [];
  const unread = names.map((name) => warning(misnamed(name), "Correct the name, or remove the variable."));
  const settings = [...none, ...unread];
  const first = settings.length === 0 ? [] : [{ name: "chains", run: async () => settings }];
  const perChain = chainIds.flatMap((chainId) => {
    const { name } = getChain(chainId);
    const checks = [
      { name: `${name} nodes`, run: () => checkNodes(chainId) },
      { name: `${name} router`, run: () => checkRouter(chainId) },
      { name: `${name} tokens`, run: () => checkTokens(chainId) },
      { name: `${name} gas`, run: () => checkGas(chainId) },
    ];
    return checks.map((check) => ({ ...check, isMild: modeOfChain(chainId) === "test" }));
  });
  return [...first, ...perChain];
}

type Found = Omit<Finding, "check">;

async function checkNodes(chainId: number): Promise<Found[]> {
  const found = await Promise.all(
    nodeClients(chainId).map(async (client, index): Promise<Found> => {
      const which = `node ${index + 1} of RPC_URLS_${chainId}`;
      try {
        const [actual, { number, timestamp }] = await Promise.all([client.getChainId(), client.getBlock()]);
        if (actual !== chainId) return problem(`${which} serves chain ${actual}`, "Correct the URL.");
        const age = Math.round(Date.now() / 1_000) - Number(timestamp);
        if (age < -futureSeconds) {
          return problem(
            `${which} shows a block ${-age} s in the future`,
            "Synchronise this machine's clock with NTP.",
          );
        }
        if (age > oldHeadSeconds(chainId))
          return problem(`${which} is ${age} s behind`, "The node is catching up, or the chain has stopped.");
        return ok(`${which} is at block ${number}, ${Math.max(age, 0)} s old`);
      } catch {
        return problem(`${which} doesn't answer`, "Check the URL and the provider; a second provider helps.");
      }
    }),
  );
  if (found.every(({ result }) => result === "problem")) return found;
  // One dead node of several delays nothing.
  const nodes = found.map((one) => (one.result === "problem" ? { ...one, result: "warning" as const } : one));
  const client = quickChainClient(chainId);
  await newestFinalBlock(chainId, await client.getBlockNumber());
  return nodes;
}

async function checkRouter(chainId: number): Promise<Found[]> {
  const address = currentRouter(chainId);
  const code = await compareRouterCode(quickChainClient(chainId), address, routerInitCode);
  if (code === "same") return [ok(`${address} has this version's code`)];
  const what = code === "missing" ? "has no contract" : "has another contract";
  return [problem(`${address} ${what}`, `Run \`npm run contracts -- deploy --chain ${chainId}\`; see docs/router.md.`)];
}

async function checkTokens(chainId: number): Promise<Found[]> {
  const usable = new Map((await usableTokens(chainId)).map((found) => [found.token.address, found]));
  return tokensOfChain(chainId).map((token) => {
    const found = usable.get(token.address);
    if (found === undefined) {
      return problem(`${token.symbol} can't be offered`, "See token_check and router_check in docs/operations.md.");
    }
    if (found.method === token.method) return ok(`${token.symbol} has its decimals and EIP-712 domain`);
    return warning(
      `${token.symbol} is collected by Permit2`,
      "Its EIP-712 domain has changed: report it to the maintainers.",
    );
  });
}

const wallets = statement<{ address: `0x${string}` }>({
  name: "doctor-wallets",
  text: "SELECT address FROM relayer_wallet WHERE chain_id = $1 AND is_active",
});

async function checkGas(chainId: number): Promise<Found[]> {
  const rows = await database.rows(wallets, [chainId]);
  if (rows.length === 0) return [problem("no wallet is registered", "Start a worker with RELAYER_PRIVATE_KEY once.")];
  const client = quickChainClient(chainId);
  const price = await findGasPrice(chainId);
  const perGas = price ?? { perGas: await client.getGasPrice(), dataFee: 0n };
  const cost = gasCostAt(perGas, collectionGas);
  return Promise.all(
    rows.map(async ({ address }) => {
      const balance = await client.getBalance({ address });
      const collections = cost === 0n ? null : balance / cost;
      if (collections === null) return ok(`${address}: gas is free here`);
      if (collections === 0n)
        return problem(`${address} can't pay for gas`, `Send it native coin of chain ${chainId}.`);
      if (collections >= lowBelowCollections) return ok(`${address} has gas for ${collections} collections`);
      return warning(`${address} has gas for ${collections} collections`, `Send it native coin of chain ${chainId}.`);
    }),
  );
}
