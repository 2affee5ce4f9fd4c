import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Config, Connector } from "wagmi";
import { connect } from "wagmi/actions";
import { en } from "#components/checkout/messages/en.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { NetworkRefused, performAction, WrongAccount } from "#components/checkout/wallet/perform-action.ts";
import { createWalletConfig } from "#components/checkout/wallet/wallet-config.ts";
import { NoAccount, walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import type { WireAction, WireOption } from "#lib/api/schemas/gateway.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const onBase = "0x2105";
const onMainnet = "0x1";
const wanted = "wallet_switchEthereumChain";

/** A wallet that answers as EIP-1193 has it, except for the methods that a test replaces. */
class Wallet {
  readonly asked: string[] = [];
  chainId = onBase;
  isConnected = false;
  readonly #listeners = new Map<string, (value: unknown) => void>();
  readonly #replaced: Readonly<Record<string, (wallet: Wallet) => unknown>>;

  constructor(replaced: Readonly<Record<string, (wallet: Wallet) => unknown>> = {}) {
    this.#replaced = replaced;
  }

  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    this.asked.push(method);
    const replaced = this.#replaced[method];
    if (replaced !== undefined) return replaced(this);
    switch (method) {
      case "eth_requestAccounts":
        this.isConnected = true;
        return [address];
      case "eth_accounts":
        return this.isConnected ? [address] : [];
      case "eth_chainId":
        return this.chainId;
      case "wallet_switchEthereumChain":
        this.moveTo((params as [{ chainId: string }])[0].chainId);
        return null;
      case "eth_signTypedData_v4":
        return "0xsigned";
      default:
        throw Object.assign(new Error(`${method} is not supported`), { code: 4200 });
    }
  }

  on(event: string, listener: (value: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  removeListener(event: string): void {
    this.#listeners.delete(event);
  }

  moveTo(chainId: string): void {
    this.chainId = chainId;
    this.#listeners.get("chainChanged")?.(chainId);
  }
}

/** Throws any value, as wallets do. */
function refuse(value: unknown): never {
  throw value;
}

async function open(wallet: Wallet): Promise<{ config: Config; connector: Connector }> {
  vi.stubGlobal("window", Object.assign(new EventTarget(), { ethereum: wallet }));
  const network = { id: 8453, name: "Base", explorerUrl: "https://basescan.org" };
  const settings = { networks: [network], demoWallet: null, walletConnect: null };
  const config = await createWalletConfig(settings, createTranslator(en));
  const [connector] = config.connectors;
  if (connector === undefined) throw new Error("the browser's wallet is missing");
  return { config, connector };
}

const option = { account: `eip155:8453:${address}` } as WireOption;
const action = {
  data: { chain_id: "eip155:8453", method: "eth_signTypedData_v4", params: [] },
} as unknown as WireAction;

/** Connects the wallet and has it sign. @returns its result, and the phases that the page has shown. */
async function sign(wallet: Wallet) {
  const { config, connector } = await open(wallet);
  await connect(config, { connector });
  const phases: string[] = [];
  const wallets = { address, connector };
  const result = performAction(config, wallets, action, option, (phase) => phases.push(phase));
  result.catch(() => undefined);
  return { config, result, phases };
}

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => vi.useRealTimers());

describe("the request for accounts", () => {
  test.each([
    ["an empty list", []],
    ["null", null],
    ["nothing", undefined],
    ["an object", {}],
  ])("that is answered with %s and no account fails", async (_, answer) => {
    const { config, connector } = await open(new Wallet({ eth_requestAccounts: () => answer }));
    await expect(connect(config, { connector })).rejects.toThrow(NoAccount);
    expect(config.state.status).toBe("disconnected");
  });

  test("that is answered with nothing, although the page is connected, takes the wallet's accounts", async () => {
    const wallet = new Wallet({
      eth_requestAccounts: (one) => {
        one.isConnected = true;
        return null;
      },
    });
    const { config, connector } = await open(wallet);
    expect((await connect(config, { connector })).accounts).toEqual([address]);
  });

  test.each([
    "User rejected the request.",
    "4001",
    { code: "4001", message: "no" },
    { code: -32_603, data: { code: 4001 } },
  ])("that is refused as %o isn't repeated in another way", async (refusal) => {
    const wallet = new Wallet({ wallet_requestPermissions: () => refuse(refusal) });
    const { config, connector } = await open(wallet);
    const failed = await connect(config, { connector }).catch((error: unknown) => error);
    expect(walletRefusal(failed)).toEqual({ kind: "rejected" });
    expect(wallet.asked).not.toContain("eth_requestAccounts");
  });

  test("later, of a wallet without accounts, is a changed account", async () => {
    const wallet = new Wallet();
    const { result: first } = await sign(wallet);
    expect(await first).toBe("0xsigned");
    const without = new Wallet({ eth_accounts: () => null });
    await expect((await sign(without)).result).rejects.toThrow(WrongAccount);
  });
});

describe("a switch of network", () => {
  const elsewhere = (replaced: Readonly<Record<string, (wallet: Wallet) => unknown>>) => {
    const wallet = new Wallet(replaced);
    wallet.chainId = onMainnet;
    return wallet;
  };

  test("that is answered, with the event, continues", async () => {
    const { result, phases, config } = await sign(elsewhere({}));
    expect(await result).toBe("0xsigned");
    expect(phases).toEqual(["switching", "signing"]);
    expect(config.state.connections.get(config.state.current ?? "")?.chainId).toBe(8453);
  });

  test("without the event, some time after the answer, continues", async () => {
    vi.useFakeTimers();
    const { result, config } = await sign(
      elsewhere({ [wanted]: (one) => void setTimeout(() => (one.chainId = onBase), 1_500) }),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toBe("0xsigned");
    expect(config.state.connections.get(config.state.current ?? "")?.chainId).toBe(8453);
  });

  test("that is never answered, but happens, continues", async () => {
    vi.useFakeTimers();
    const wallet = elsewhere({ [wanted]: () => new Promise(() => undefined) });
    const { result } = await sign(wallet);
    await vi.advanceTimersByTimeAsync(60_000);
    wallet.chainId = onBase;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toBe("0xsigned");
  });

  test("during which the wallet can't say its network continues", async () => {
    vi.useFakeTimers();
    let isSwitching = false;
    const wallet = elsewhere({
      [wanted]: (one) => {
        isSwitching = true;
        setTimeout(() => {
          one.chainId = onBase;
          isSwitching = false;
        }, 1_500);
      },
      eth_chainId: (one) =>
        isSwitching ? refuse({ code: 4901, message: "disconnected from the chain" }) : one.chainId,
    });
    const { result } = await sign(wallet);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toBe("0xsigned");
  });

  test("that is answered and never happens ends", async () => {
    vi.useFakeTimers();
    const { result } = await sign(elsewhere({ [wanted]: () => null }));
    await vi.advanceTimersByTimeAsync(6_000);
    await expect(result).rejects.toThrow(NetworkRefused);
  });

  test("that is refused ends", async () => {
    const { result } = await sign(elsewhere({ [wanted]: () => refuse("User rejected") }));
    await expect(result).rejects.toThrow(NetworkRefused);
  });

  test("that waits for another request says so", async () => {
    const { result } = await sign(elsewhere({ [wanted]: () => refuse({ code: -32_002, message: "already pending" }) }));
    expect(walletRefusal(await result.catch((error: unknown) => error))).toEqual({ kind: "pending" });
  });

  test.each([
    { code: 4902 },
    "4902",
    { code: -32_603, data: { originalError: { code: 4902 } } },
    { code: -32_603, message: 'Unrecognized chain ID "0x2105".' },
    "Chain 8453 has not been added",
  ])("to a network that the wallet doesn't know, said as %o, adds it", async (refusal) => {
    let isKnown = false;
    const wallet = elsewhere({
      [wanted]: (one) => (isKnown ? one.moveTo(onBase) : refuse(refusal)),
      // It adds the network without switching to it.
      wallet_addEthereumChain: () => {
        isKnown = true;
        return null;
      },
    });
    const { result } = await sign(wallet);
    expect(await result).toBe("0xsigned");
    expect(wallet.asked.filter((method) => method.startsWith("wallet_s") || method.startsWith("wallet_a"))).toEqual([
      wanted,
      "wallet_addEthereumChain",
      wanted,
    ]);
  });

  test.each(["0x2105", 8453, "8453"])("isn't asked for while the network is %o", async (chainId) => {
    const wallet = new Wallet({ eth_chainId: () => chainId });
    expect(await (await sign(wallet)).result).toBe("0xsigned");
    expect(wallet.asked).not.toContain(wanted);
  });
});

describe("a signature", () => {
  test.each([null, undefined, { signature: "0x" }])("that is %o fails", async (answer) => {
    const { result } = await sign(new Wallet({ eth_signTypedData_v4: () => answer }));
    await expect(result).rejects.toThrow("without a result");
  });
});
