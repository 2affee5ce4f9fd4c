import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Connector } from "wagmi";
import { en } from "#components/checkout/messages/en.ts";
import { TranslationProvider } from "#components/checkout/messages/translation.tsx";
import { findWallet, groupWallets, onlyWallet } from "#components/checkout/wallet/wallet-groups.ts";
import { type AskedWallet, WalletList } from "#components/checkout/wallet/wallet-list.tsx";

const icon = "data:image/svg+xml,x";
const installed = (id: string, name: string) => ({ id, name, icon, type: "injected" }) as Connector;
const remote = (id: string, details: object = {}) =>
  ({
    id: "walletConnect",
    type: "walletConnect",
    rkDetails: { id, name: id, iconUrl: icon, ...details },
  }) as unknown as Connector;
const fox = installed("io.fox", "Fox");
const bear = installed("com.bear", "Bear");
const demo = { id: "till.demo", name: "Demo wallet", type: "mock" } as Connector;
const scan = remote("scan", { qrCode: { getUri: (uri: string) => `code:${uri}` } });

const namesOf = (connectors: Connector[], recentKey: string | null = null) => {
  const { recent, ...groups } = groupWallets(connectors, recentKey);
  const lists = Object.entries(groups).map(([name, wallets]) => [name, wallets.map((wallet) => wallet.name)]);
  return { recent: recent?.name ?? null, ...Object.fromEntries(lists) };
};

describe("the wallets", () => {
  test("are grouped: installed, mobile and others, in their order", () => {
    const groups = { recent: null, installed: ["Fox", "Bear"], mobile: ["scan"], others: ["Demo wallet"] };
    expect(namesOf([fox, bear, demo, scan])).toEqual(groups);
  });

  test("are found by the key of a saved progress, also when another one was used last", () => {
    const groups = groupWallets([fox, bear, scan], "com.bear");
    expect(findWallet(groups, "io.fox")?.name).toBe("Fox");
    expect(findWallet(groups, "com.bear")?.name).toBe("Bear");
    expect(findWallet(groups, "remote:scan")?.name).toBe("scan");
    expect([findWallet(groups, "io.gone"), findWallet(groups, null)]).toEqual([null, null]);
  });

  test("start with the one used last, which isn't repeated; one that is gone is forgotten", () => {
    const groups = { installed: ["Fox"], mobile: ["scan"], others: [] };
    expect(namesOf([fox, bear, scan], "com.bear")).toEqual({ recent: "Bear", ...groups });
    expect(namesOf([fox, scan], "com.bear")).toEqual({ recent: null, ...groups });
    expect(namesOf([fox, scan], "remote:scan")).toMatchObject({ recent: "scan", mobile: [] });
  });

  test("list an app that is also installed once", () => {
    const app = remote("bear", { rdns: "com.bear" });
    expect(namesOf([bear, app])).toEqual({ recent: null, installed: ["Bear"], mobile: [], others: [] });
  });
});

test("the only wallet needs no list, unless its code has to be shown", () => {
  const nameOf = (connectors: Connector[], recentKey: string | null = null) =>
    onlyWallet(groupWallets(connectors, recentKey))?.name ?? null;
  expect([nameOf([fox]), nameOf([fox], "io.fox"), nameOf([demo])]).toEqual(["Fox", "Fox", "Demo wallet"]);
  expect([nameOf([]), nameOf([scan]), nameOf([fox, scan]), nameOf([fox, bear], "io.fox")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

describe("the list", () => {
  const groups = groupWallets([fox, scan], null);
  const render = (asked: AskedWallet | null = null, isPhone = false) => {
    const props = { groups, asked, isPhone, problem: null, onChoose: () => undefined, onLeave: () => undefined };
    const list = createElement(WalletList, props);
    // biome-ignore lint/correctness/noChildrenProp: the provider's type requires the property.
    return renderToStaticMarkup(createElement(TranslationProvider, { locale: "en", messages: en, children: list }));
  };

  test("waits for no wallet before one is chosen, and then for that one only", () => {
    expect(render()).not.toContain(en["sign.waiting"]);
    expect(render()).not.toContain('aria-busy="true"');
    const html = render({ wallet: groups.installed[0] as AskedWallet["wallet"], uri: null });
    expect(html.match(/aria-busy="true"/g)).toHaveLength(1);
    expect(html).toContain(`<p role="status" class="sr-only">${en["sign.waiting"]}</p>`);
  });

  test("shows a code for a wallet on a phone, and on a phone a link that opens it", () => {
    const asked = { wallet: groups.mobile[0] as AskedWallet["wallet"], uri: "wc:1" };
    expect(render(asked)).toContain(`aria-label="${en["wallets.code"]}"`);
    expect(render(asked, true)).toMatch(/<a href="wc:1"/);
    expect(render(asked, true)).not.toContain(en["wallets.code"]);
  });

  test("loads no logo from another host", () => {
    const sources = [...render().matchAll(/<img src="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual([icon, icon]);
  });
});
