import type pg from "pg";
import { vi } from "vitest";

const POOL = Symbol.for("till.pg-pool");
/** The environment that the process was started with. */
const ENVIRONMENT: unique symbol = Symbol.for("test.environment");
const shared: typeof globalThis & { [ENVIRONMENT]?: NodeJS.ProcessEnv; [key: symbol]: unknown } = globalThis;

// Test files share processes, because loading the packages takes longer than most of them. Before each file,
// the process forgets what earlier ones have left: the environment, the singletons
// (lib/core/process-singleton.ts), stubs, fake timers and our modules.
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
shared[ENVIRONMENT] ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in shared[ENVIRONMENT])) delete process.env[name];
}
Object.assign(process.env, shared[ENVIRONMENT]);
for (const key of Object.getOwnPropertySymbols(shared)) {
  if (key.description?.startsWith("till.")) delete shared[key];
}

// Work that an earlier file has left behind would open a pool to its own database, which this file would then use.
let current: pg.Pool | undefined;
Object.defineProperty(shared, POOL, {
  configurable: true,
  get: () => current,
  set(opened: pg.Pool) {
    if (opened.options.connectionString !== process.env.DATABASE_URL)
      throw new Error("an earlier test file still works");
    current = opened;
  },
});
