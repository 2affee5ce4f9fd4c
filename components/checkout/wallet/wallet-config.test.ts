import { expect, test, vi } from "vitest";
import { connect } from "wagmi/actions";
import { en } from "#components/checkout/messages/en.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { createWalletConfig } from "#components/checkout/wallet/wallet-config.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const answers: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x2105",
  eth_accounts: [address],
  eth_requestAccounts: [address],
};

test.for([
  ["is full", () => null],
  [
    "is full and has another session's entries",
    (key: string) => (key === "till.wallet.recentConnectorId" ? '"io.fox"' : null),
  ],
] as const)("a wallet connects although the browser's storage %s", async ([, getItem]) => {
  const setItem = vi.fn(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  const localStorage = { getItem, setItem, removeItem: () => undefined };
  const provider = {
    request: async ({ method }: { method: string }) => answers[method],
    on: () => undefined,
    removeListener: () => undefined,
  };
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage, ethereum: provider }));
  const network = { id: 8453, name: "Base", explorerUrl: "https://basescan.org" };
  const settings = { networks: [network], demoWallet: null, walletConnect: null };
  const config = await createWalletConfig(settings, createTranslator(en));
  const [connector] = config.connectors;
  if (connector === undefined) throw new Error("the browser's wallet is missing");
  await connect(config, { connector });
  expect(config.state.status).toBe("connected");
  expect(setItem).toHaveBeenCalled();
});
