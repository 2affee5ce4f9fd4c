import type { TestProject } from "vitest/node";
import { type StartedTestServer, startTestServer, type TestServer } from "#test/db/test-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Vitest loads this file once for each project that names it, so what the projects share lives on `globalThis`. */
const SHARED: unique symbol = Symbol.for("till.test-server");
type Shared = { users: number; readonly server: Promise<StartedTestServer> };
const shared: typeof globalThis & { [SHARED]?: Shared } = globalThis;

/** Starts the database server before the first project that needs it, and stops it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared[SHARED] ??= { users: 0, server: startTestServer() };
  const entry = shared[SHARED];
  entry.users += 1;
  const { url, template, stop } = await entry.server;
  project.provide("testServer", { url, template });
  return async () => {
    entry.users -= 1;
    if (entry.users === 0) {
      delete shared[SHARED];
      await stop();
    }
  };
}
