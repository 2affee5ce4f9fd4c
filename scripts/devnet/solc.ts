import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { z } from "zod";

/** npm packages of compilers; Permit2 requires exactly the version of `solc-permit2`. */
export type CompilerPackage = "solc" | "solc-permit2";

/** The input of run-solc.ts; `input` is solc's standard JSON input. */
export type SolcRequest = {
  compiler: CompilerPackage;
  input: { language: "Solidity"; sources: Record<string, { content: string }>; settings: object };
};

const manifestSchema = z.object({ version: z.string() });
const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
    )
    .default({}),
});

/** The version of an installed compiler, from its package.json, because loading the compiler is slow. */
export function compilerVersion(compiler: CompilerPackage): string {
  return manifestSchema.parse(createRequire(import.meta.url)(`${compiler}/package.json`)).version;
}

/**
 * Compiles in a child process, which keeps the event loop free and releases all memory.
 * @param sources source text by unit name, complete.
 * @param entries the units to generate code for.
 * @param settings solc's `settings` without `outputSelection`.
 * @returns creation code by contract name.
 * @throws Error with solc's messages.
 */
export async function runSolc(
  compiler: CompilerPackage,
  sources: Record<string, string>,
  entries: readonly string[],
  settings: object,
): Promise<Record<string, Hex>> {
  const outputSelection = Object.fromEntries(entries.map((unit) => [unit, { "*": ["evm.bytecode.object"] }]));
  const request: SolcRequest = {
    compiler,
    input: {
      language: "Solidity",
      sources: Object.fromEntries(Object.entries(sources).map(([unit, content]) => [unit, { content }])),
      settings: { ...settings, outputSelection },
    },
  };
  const { errors, contracts } = outputSchema.parse(JSON.parse(await runChild(JSON.stringify(request))));
  const messages = errors.filter(({ severity }) => severity === "error").map((error) => error.formattedMessage);
  if (messages.length > 0) throw new Error(`Compiling Solidity failed:\n${messages.join("\n")}`);
  const compiled = Object.values(contracts).flatMap((unit) => Object.entries(unit));
  return Object.fromEntries(compiled.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}` as const]));
}

async function runChild(request: string): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./run-solc.ts", import.meta.url))], { stdio: "pipe" });
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // An early exit of the child breaks the pipe; its stderr has the better message.
  child.stdin.once("error", () => undefined).end(request);
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCode]);
  if (code !== 0) throw new Error(`The Solidity compiler failed (exit code ${code}): ${complaint}`);
  return output;
}
