import { expect, test } from "vitest";
import { renderPolicy, walletFrames, walletHosts } from "#app/_request/content-security-policy.ts";

const sources = {
  nonce: "bm9uY2U=",
  isDev: false,
  styleHashes: ["'sha256-a'", "'sha256-b'"],
  walletHosts: [],
  walletFrames: [],
};
const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split("; ").map((directive) => [directive.split(" ", 1)[0], directive]));

test("a page without wallets loads only its own files, and runs only scripts with the nonce", () => {
  const policy = renderPolicy({ frameAncestors: "'none'", connectsWallets: false }, sources);
  expect(policy).toBe(
    "default-src 'none'; script-src 'nonce-bm9uY2U=' 'strict-dynamic'; style-src 'self' 'sha256-a' 'sha256-b'; " +
      "connect-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
});

test("the checkout also allows wallet hosts, wallet icons, its own frame and styles with the nonce", () => {
  const page = { frameAncestors: "https://shop.example", connectsWallets: true };
  const policy = renderPolicy(page, { ...sources, walletHosts: ["wss://relay.example", "http://127.0.0.1:8545"] });
  expect(directivesOf(policy)).toMatchObject({
    "connect-src": "connect-src 'self' wss://relay.example http://127.0.0.1:8545",
    "style-src": "style-src 'self' 'sha256-a' 'sha256-b' 'nonce-bm9uY2U='",
    "img-src": "img-src 'self' data:",
    "frame-src": "frame-src 'self'",
    "frame-ancestors": "frame-ancestors https://shop.example",
  });
});

test("the checkout frames WalletConnect's attestation of its origin only with a project id", () => {
  expect(walletFrames({ DEMO_WALLET_RPC_URLS: {} })).toEqual([]);
  const frames = walletFrames({ DEMO_WALLET_RPC_URLS: {}, WALLETCONNECT_PROJECT_ID: "p" });
  const policy = renderPolicy(
    { frameAncestors: "'none'", connectsWallets: true },
    { ...sources, walletFrames: frames },
  );
  expect(directivesOf(policy)["frame-src"]).toBe(
    "frame-src 'self' https://verify.walletconnect.org https://verify.walletconnect.com",
  );
});

test("only development allows eval and inline styles", () => {
  const page = { frameAncestors: "'none'", connectsWallets: true };
  const policy = renderPolicy(page, { ...sources, isDev: true, styleHashes: [] });
  expect(directivesOf(policy)).toMatchObject({
    "script-src": "script-src 'nonce-bm9uY2U=' 'strict-dynamic' 'unsafe-eval'",
    "style-src": "style-src 'self' 'unsafe-inline'",
  });
  expect(renderPolicy(page, sources)).not.toContain("unsafe");
});

test("wallets connect to the relays only with a project id, and to the origins of the demo wallet's nodes", () => {
  const demo = { DEMO_WALLET_RPC_URLS: { "8453": "http://127.0.0.1:8545/rpc?key=1" } };
  expect(walletHosts({ DEMO_WALLET_RPC_URLS: {} })).toEqual([]);
  expect(walletHosts(demo)).toEqual(["http://127.0.0.1:8545"]);
  expect(walletHosts({ ...demo, WALLETCONNECT_PROJECT_ID: "p" })).toEqual([
    "wss://relay.walletconnect.com",
    "wss://relay.walletconnect.org",
    "https://*.walletconnect.com",
    "https://*.walletconnect.org",
    "wss://www.walletlink.org",
    "https://chain-proxy.wallet.coinbase.com",
    "http://127.0.0.1:8545",
  ]);
});

test("wallets connect to the operator's relay instead of WalletConnect's", () => {
  const hosts = walletHosts({
    DEMO_WALLET_RPC_URLS: {},
    WALLETCONNECT_PROJECT_ID: "p",
    WALLETCONNECT_RELAY_URL: "wss://relay.example:8443/path",
  });
  expect(hosts).toContain("wss://relay.example:8443");
  expect(hosts.filter((host) => host.includes("relay.walletconnect"))).toEqual([]);
});
