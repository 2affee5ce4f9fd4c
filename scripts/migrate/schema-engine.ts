import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { adapterFor } from "#scripts/migrate/engine-adapter.ts";

export type SchemaEngine = bindings.SchemaEngine;

/** Nothing in the database is left out of a comparison. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

const WASM_FILE = "schema_engine_bg.wasm";

let loaded: Promise<void> | undefined;

/**
 * Opens Prisma's schema engine on a connected client. The engine is the WebAssembly build that comes from npm; the
 * native one would be downloaded from Prisma's servers. Free it (`using`) when done; the client stays open.
 */
export async function openSchemaEngine(client: pg.Client): Promise<SchemaEngine> {
  loaded ??= loadEngine();
  await loaded;
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFor(client));
  return bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
}

/** By hand, because importing a .wasm file prints a warning on Node 24 and does not work before it. */
async function loadEngine(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(path.join(path.dirname(entry), WASM_FILE));
  // Called in a panic. Without it the engine would report that it is missing, instead of what went wrong.
  const registry = {
    set_message(message: string): never {
      throw new Error(`The schema engine failed: ${message}`);
    },
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry });
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": imports() });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== "function") {
    throw new Error(`${WASM_FILE} does not fit its JavaScript half.`);
  }
  start();
}

/** The engine never clears the timer by which it gives up on a lock; it must not keep the process alive for 10 seconds. */
function imports(): WebAssembly.ModuleImports {
  const setTimer = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  const setUnheldTimer = (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref();
  return { ...bindings, ...Object.fromEntries(setTimer.map((name) => [name, setUnheldTimer])) };
}
