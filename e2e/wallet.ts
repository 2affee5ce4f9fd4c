import type { Page } from "@playwright/test";
import { createWalletClient, type Hex, http, type TypedDataDefinition, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { heldMethods } from "./held-methods.ts";
import { stack } from "./stack.ts";

type Call = { method: string; params?: unknown[] };
type Answer = { result: unknown } | { error: { code: number; message: string } } | { thrown: unknown };

/** A wallet in the page's browser, whose keys stay in the test. */
export type TestWallet = {
  /** The requests that the page asked it to approve, in order. */
  asked: Call[];
  /** Rejects the next request of this method. */
  rejectNext(method: string): void;
  /** Holds back every response of this method until the returned function is called. */
  hold(method: string): () => void;
  /** Answers every request of this method so, and with null as before. `thrown` is any value. */
  answer(method: string, answer: { result: unknown } | { thrown: unknown } | null): void;
  /** Switches its account, as its user would. */
  useAccount(privateKey: Hex): Promise<void>;
};

type WalletOptions = {
  privateKey: Hex;
  chainId?: number;
  /** Networks that it knows, by default the product's. Others must be added first. */
  knownChainIds?: readonly number[];
  name?: string;
  /** Its id: a page can have several wallets. */
  rdns?: string;
  /** Whether its user has connected it to the page before. */
  isConnected?: boolean;
  /** Whether it switches networks without the event `chainChanged`, and only after its answer. */
  isQuiet?: boolean;
  /** Whether it announces an icon, as wallets should. */
  hasIcon?: boolean;
};

const approved = [
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/**
 * Installs a wallet in the page as an extension would: it announces itself through EIP-6963 and answers requests in the
 * test's process. It survives reloads.
 */
export async function installWallet(page: Page, options: WalletOptions): Promise<TestWallet> {
  const { name = "Test Wallet", rdns = "example.test.wallet", hasIcon = true, isQuiet = false } = options;
  const nodes = new Map(stack().chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl]));
  const known = new Set(options.knownChainIds ?? nodes.keys());
  let account = privateKeyToAccount(options.privateKey);
  let chainId = options.chainId ?? 8453;
  let isConnected = options.isConnected ?? false;
  let switching: number | null = null;
  const asked: Call[] = [];
  const rejected = new Set<string>();
  const { hold, untilReleased } = heldMethods();
  const replaced = new Map<string, Answer>();
  // Frames too, because extensions also run there.
  const emit = (event: string, value: unknown) =>
    Promise.all(
      page
        .frames()
        .map((frame) =>
          frame.evaluate(
            ([kind, detail]) => window.dispatchEvent(new CustomEvent(kind as string, { detail })),
            [`${rdns}:${event}`, value],
          ),
        ),
    );

  const perform = async ({ method, params = [] }: Call): Promise<unknown> => {
    switch (method) {
      case "eth_requestAccounts":
        isConnected = true;
        return [account.address];
      case "eth_accounts":
        return isConnected ? [account.address] : [];
      case "eth_chainId": {
        const current = chainId;
        chainId = switching ?? chainId;
        return toHex(current);
      }
      case "wallet_addEthereumChain":
      case "wallet_switchEthereumChain": {
        const wanted = Number((params[0] as { chainId: string }).chainId);
        // Like real wallets, adding a network also switches to it.
        if (method === "wallet_addEthereumChain") known.add(wanted);
        if (!known.has(wanted)) throw Object.assign(new Error("Unrecognized chain ID"), { code: 4902 });
        if (isQuiet) {
          // After the page has asked for the network once.
          switching = wanted;
          return null;
        }
        chainId = wanted;
        await emit("chainChanged", toHex(chainId));
        return null;
      }
      case "eth_signTypedData_v4": {
        const typed = JSON.parse(String(params[1])) as TypedDataDefinition & { domain: { chainId: number } };
        // Like real wallets, it signs only for its current network.
        if (Number(typed.domain.chainId) !== chainId) throw new Error("chainId should be same as current chainId");
        return account.signTypedData(typed);
      }
      case "eth_sendTransaction": {
        const client = createWalletClient({ account, transport: http(nodes.get(chainId)) });
        const { to, data } = params[0] as { to: Hex; data: Hex };
        return client.sendTransaction({ chain: null, to, data });
      }
      default:
        throw Object.assign(new Error(`${method} is not supported`), { code: 4200 });
    }
  };

  const functionName = `request:${rdns}`;
  await page.exposeFunction(functionName, async (call: Call): Promise<Answer> => {
    if (approved.includes(call.method)) asked.push(call);
    await untilReleased(call.method);
    if (rejected.delete(call.method)) return { error: { code: 4001, message: "User rejected the request." } };
    const reply = replaced.get(call.method);
    if (reply !== undefined) return reply;
    try {
      return { result: await perform(call) };
    } catch (error) {
      const { code = -32_000, message } = error as { code?: number; message: string };
      return { error: { code, message } };
    }
  });
  await page.addInitScript(
    ({ walletName, id, requestName, isDrawn }) => {
      const listeners = new Map<string, Set<(value: unknown) => void>>();
      const exposed = window as unknown as Record<string, (call: unknown) => Promise<Answer>>;
      const provider = {
        async request(call: unknown) {
          const answer = await exposed[requestName]?.(call);
          if (answer === undefined) throw new Error("the test's wallet is gone");
          if ("thrown" in answer) throw answer.thrown;
          if ("error" in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
          return answer.result;
        },
        on(event: string, listener: (value: unknown) => void) {
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
        },
        removeListener(event: string, listener: (value: unknown) => void) {
          listeners.get(event)?.delete(listener);
        },
      };
      for (const event of ["accountsChanged", "chainChanged"]) {
        window.addEventListener(`${id}:${event}`, ({ detail }: CustomEventInit) => {
          for (const listener of listeners.get(event) ?? []) listener(detail);
        });
      }
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#36c" d="M0 0h8v8H0z"/></svg>`;
      const icon = `data:image/svg+xml,${encodeURIComponent(picture)}`;
      const info = { uuid: crypto.randomUUID?.() ?? id, name: walletName, ...(isDrawn ? { icon } : {}), rdns: id };
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
        );
      window.addEventListener("eip6963:requestProvider", announce);
      announce();
    },
    { walletName: name, id: rdns, requestName: functionName, isDrawn: hasIcon },
  );

  return {
    asked,
    rejectNext: (method) => rejected.add(method),
    hold,
    answer(method, answer) {
      if (answer === null) replaced.delete(method);
      else replaced.set(method, answer);
    },
    async useAccount(privateKey) {
      account = privateKeyToAccount(privateKey);
      await emit("accountsChanged", [account.address]);
    },
  };
}
