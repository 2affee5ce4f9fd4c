// Runs the compiler in a separate process: solc blocks the event loop for half a minute, and its memory is freed only
// when the process exits. Reads a SolcRequest as JSON from stdin, writes solc's standard JSON output to stdout.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import type { SolcRequest } from "#scripts/devnet/solc.ts";

type Compiler = { compile(input: string): string };

const require = createRequire(import.meta.url);
const load: Record<SolcRequest["compiler"], () => Compiler> = {
  solc: () => require("solc"),
  "solc-permit2": () => require("solc-permit2"),
};

const { compiler, input }: SolcRequest = JSON.parse(await text(process.stdin));
process.stdout.write(load[compiler]().compile(JSON.stringify(input)));
