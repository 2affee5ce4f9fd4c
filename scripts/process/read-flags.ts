import { parseArgs } from "node:util";

/**
 * Reads the flags of a process that runs until it is stopped. `--help` prints the usage and exits with 0, and
 * an argument that the process doesn't take exits with 2, before anything is started.
 */
export function readFlags<const Name extends string>(
  usage: string,
  names: readonly Name[] = [],
): Record<Name, boolean> {
  if (process.argv.includes("--help")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "boolean", default: false } as const]));
    return parseArgs({ options }).values as Record<Name, boolean>;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(2);
  }
}
