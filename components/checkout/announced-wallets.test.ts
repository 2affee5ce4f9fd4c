import { expect, test, vi } from "vitest";
import { announcedWallets, listenForWallets } from "#components/checkout/announced-wallets.ts";

const provider = { request: async () => [] };
const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));

test("a wallet that announces neither icon nor name can be chosen, and what isn't a wallet is ignored", () => {
  vi.stubGlobal("window", new EventTarget());
  listenForWallets();
  announce({ info: { rdns: "io.plain" }, provider });
  announce({ info: { rdns: "io.fox", name: " Fox ", icon: " data:image/png;base64,AA== " }, provider });
  for (const detail of [
    undefined,
    null,
    {},
    { info: null, provider },
    { info: { rdns: "io.none" } },
    { info: { rdns: 1 }, provider },
  ]) {
    announce(detail);
  }
  expect(announcedWallets().map(({ info }) => info)).toEqual([
    { rdns: "io.plain", name: "io.plain", icon: "" },
    { rdns: "io.fox", name: "Fox", icon: "data:image/png;base64,AA==" },
  ]);
});
