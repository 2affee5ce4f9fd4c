import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const architectures: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Finds the absolute path of the anvil binary. The npm package's `anvil` command is a Node wrapper, which would have to
 * forward signals and would leave the binary running after `kill -9`.
 * @throws Error with advice when the platform has no binary or npm skipped the optional package.
 */
export function findAnvil(): string {
  const { platform, arch } = process;
  const name = `@foundry-rs/anvil-${platform}-${architectures[arch] ?? arch}`;
  const program = platform === "win32" ? "anvil.exe" : "anvil";
  try {
    // Resolved from @foundry-rs/anvil, because npm may nest the platform package below it.
    return createRequire(require.resolve("@foundry-rs/anvil/package.json")).resolve(`${name}/bin/${program}`);
  } catch (cause) {
    const advice = `Local chains need ${name}: run \`npm ci\` without --omit=optional, on a platform that has it.`;
    throw new Error(`No anvil binary is installed for ${platform}-${arch}. ${advice}`, { cause });
  }
}
