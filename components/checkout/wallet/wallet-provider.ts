import { NoAccount, walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";

type Call = { method: string; params?: unknown };
type Listener = (value: unknown) => void;

/** A wallet's provider (EIP-1193), as pages find it. */
export type WalletProvider = {
  request(call: Call): Promise<unknown>;
  on?(event: string, listener: Listener): unknown;
  off?(event: string, listener: Listener): unknown;
  removeListener?(event: string, listener: Listener): unknown;
};

/** Wraps a provider so that its answers about accounts, and its refusals, are those of EIP-1193, which wagmi relies on. */
export function standardProvider(provider: WalletProvider): Required<Omit<WalletProvider, "off">> {
  const accounts = async (): Promise<unknown[]> => {
    const answer = await provider.request({ method: "eth_accounts" });
    return Array.isArray(answer) ? answer : [];
  };
  return {
    async request(call) {
      if (call.method === "eth_accounts") return accounts();
      const answer = await ask(provider, call);
      if (call.method !== "eth_requestAccounts" || (Array.isArray(answer) && answer.length > 0)) return answer;
      // Some wallets connect the page and answer nothing.
      const connected = await accounts().catch(() => []);
      if (connected.length === 0) throw new NoAccount("The wallet shared no account.");
      return connected;
    },
    on: (event, listener) => provider.on?.(event, listener),
    removeListener: (event, listener) => (provider.removeListener ?? provider.off)?.call(provider, event, listener),
  };
}

async function ask(provider: WalletProvider, call: Call): Promise<unknown> {
  try {
    return await provider.request(call);
  } catch (error) {
    throw standardError(error);
  }
}

const standardCodes: Readonly<Record<string, number>> = { rejected: 4001, pending: -32002 };

/** Gives a refusal the code that it has in EIP-1193: without it, wagmi would ask the wallet in another way. */
function standardError(error: unknown): unknown {
  const code = standardCodes[walletRefusal(error).kind];
  return code === undefined ? error : Object.assign(new Error("The wallet refused.", { cause: error }), { code });
}
