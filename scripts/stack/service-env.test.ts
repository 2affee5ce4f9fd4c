import { expect, test, vi } from "vitest";
import { serviceEnv } from "#scripts/stack/service-env.ts";

test("a local installation takes the WalletConnect project of this process", () => {
  const project = { WALLETCONNECT_PROJECT_ID: "0".repeat(32), WALLETCONNECT_RELAY_URL: "ws://127.0.0.1:9" };
  const installation = {
    databaseUrl: "postgres://127.0.0.1:1/till",
    publicUrl: "http://127.0.0.1:3000",
    port: 3_000,
    chains: [],
    relayerPrivateKey: "",
    confirmations: 2,
  };
  for (const name of Object.keys(project)) vi.stubEnv(name, undefined);
  expect(Object.keys(serviceEnv(installation))).not.toContain("WALLETCONNECT_PROJECT_ID");
  for (const [name, value] of Object.entries(project)) vi.stubEnv(name, value);
  expect(serviceEnv(installation)).toMatchObject(project);
  vi.unstubAllEnvs();
});
