import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { adapterFor } from "#scripts/migrate/engine-adapter.ts";

export type SchemaEngine = bindings.SchemaEngine;

/** Compare the whole database. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

const WASM_FILE = "schema_engine_bg.wasm";

let loaded: Promise<void> | undefined;

/**
 * Opens Prisma's schema engine on a connected client. It is the WebAssembly build from npm, because the native engine is
 * downloaded from Prisma's servers. Free it with `using`; the client stays open.
 * @param onBlocked called each time a script has to wait for a lock that another transaction holds.
 */
export async function openSchemaEngine(client: pg.Client, onBlocked?: () => void): Promise<SchemaEngine> {
  loaded ??= loadEngine();
  await loaded;
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFor(client, onBlocked));
  return bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
}

/** Loads the .wasm file manually: importing it prints a warning on Node 24 and fails on older versions. */
async function loadEngine(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(path.join(path.dirname(entry), WASM_FILE));
  // The engine calls this on a panic. Without it, it would report the missing function instead of the panic.
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
    throw new Error(`${WASM_FILE} doesn't match its JavaScript bindings.`);
  }
  start();
}

/** The engine never clears its 10 s lock timeout, so the timer is unref'd to let the process exit. */
function imports(): WebAssembly.ModuleImports {
  const setTimer = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  const setUnrefTimer = (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref();
  return { ...bindings, ...Object.fromEntries(setTimer.map((name) => [name, setUnrefTimer])) };
}
