import { createRequire } from "node:module";
import { WalletKit, type WalletKitTypes } from "@reown/walletkit";
import { createWalletClient, type Hex, http, type TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Buyer } from "./buyers.ts";
import { heldMethods } from "./held-methods.ts";
import { stack } from "./stack.ts";

type Proposal = WalletKitTypes.SessionProposal;
type Request = { method: string; params: unknown[]; chainId: string };

/** A wallet on another device, which the published kit for wallets connects through the relay. */
export type RemoteWallet = {
  /** The requests that the page asked it to approve, in order. */
  asked: Request[];
  /** Reads a code or link. @returns what the page proposes, and how it presents itself. */
  readCode(uri: string): Promise<Proposal>;
  /** Approves a proposal, by default for all networks of the product and all methods. */
  approve(proposal: Proposal, only?: { chainIds?: readonly number[]; methods?: readonly string[] }): Promise<void>;
  reject(proposal: Proposal): Promise<void>;
  /** Rejects the next request of this method. */
  rejectNext(method: string): void;
  /** Holds back every response of this method until the returned function is called. */
  hold(method: string): () => void;
  /** Ends all sessions, as its user would. */
  end(): Promise<void>;
  stop(): Promise<void>;
};

type WalletOptions = {
  buyer: Buyer;
  relayUrl: string;
  /** The address of the service that attests origins. */
  verifyUrl: string;
  name?: string;
  /** The link that opens its app. */
  nativeLink?: string;
};

const events = ["accountsChanged", "chainChanged"];
const rejection = { code: 5000, message: "User rejected." };

/** The kit's own version of the core: another one is installed for the checkout. */
const { Core } = createRequire(import.meta.resolve("@reown/walletkit"))("@walletconnect/core") as {
  Core: new (options: object) => WalletKitTypes.Options["core"];
};

export async function startRemoteWallet(options: WalletOptions): Promise<RemoteWallet> {
  const { buyer, relayUrl, verifyUrl, name = "Pocket Wallet", nativeLink } = options;
  const core = new Core({
    projectId: "0".repeat(32),
    relayUrl,
    logger: "silent",
    telemetryEnabled: false,
    storageOptions: { database: ":memory:" },
    customStoragePrefix: buyer.address,
  });
  Object.assign(core.verify, { verifyUrlV3: verifyUrl });
  const redirect = nativeLink === undefined ? {} : { redirect: { native: nativeLink } };
  const metadata = {
    name,
    description: "A wallet of the tests",
    url: "https://wallet.example",
    icons: [],
    ...redirect,
  };
  const kit = await WalletKit.init({ core, metadata });
  const account = privateKeyToAccount(buyer.privateKey);
  const asked: Request[] = [];
  const rejected = new Set<string>();
  const { hold, untilReleased } = heldMethods();

  const perform = async ({ method, params, chainId }: Request): Promise<Hex> => {
    if (method === "eth_signTypedData_v4")
      return account.signTypedData(JSON.parse(String(params[1])) as TypedDataDefinition);
    if (method !== "eth_sendTransaction") throw new Error(`${method} is not supported`);
    const node = stack().chains.find((chain) => chainId === `eip155:${chain.chainId}`);
    const { to, data } = params[0] as { to: Hex; data: Hex };
    return createWalletClient({ account, transport: http(node?.rpcUrl) }).sendTransaction({ chain: null, to, data });
  };
  kit.on("session_request", async ({ topic, id, params }) => {
    const request = { ...params.request, chainId: params.chainId } as Request;
    asked.push(request);
    await untilReleased(request.method);
    const answer = rejected.delete(request.method) ? { error: rejection } : { result: await perform(request) };
    // The session may have ended meanwhile.
    if (kit.getActiveSessions()[topic] === undefined) return;
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: "2.0", ...answer } });
  });

  return {
    asked,
    async readCode(uri) {
      const proposed = new Promise<Proposal>((resolve) => kit.once("session_proposal", resolve));
      await kit.pair({ uri });
      return proposed;
    },
    async approve({ id, params }, only = {}) {
      const { chainIds = stack().chains.map(({ chainId }) => chainId), methods } = only;
      const chains = chainIds.map((chainId) => `eip155:${chainId}`);
      const accounts = chains.map((chain) => `${chain}:${buyer.address}`);
      const offered = params.optionalNamespaces.eip155?.methods ?? [];
      await kit.approveSession({
        id,
        namespaces: { eip155: { chains, accounts, methods: [...(methods ?? offered)], events } },
      });
    },
    reject: ({ id }) => kit.rejectSession({ id, reason: rejection }),
    rejectNext: (method) => rejected.add(method),
    hold,
    async end() {
      for (const topic of Object.keys(kit.getActiveSessions())) {
        await kit.disconnectSession({ topic, reason: { code: 6000, message: "User disconnected." } });
      }
    },
    async stop() {
      core.heartbeat.stop();
      await core.relayer.transportClose();
    },
  };
}
