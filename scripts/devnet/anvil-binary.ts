import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const architectures: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Absolute path of the anvil program itself. The `anvil` command of the npm package is a Node script around it, which
 * signals would have to pass through and which `kill -9` would separate from it.
 * @throws Error with advice when the platform has none, or npm left the optional package out.
 */
export function findAnvil(): string {
  const { platform, arch } = process;
  const name = `@foundry-rs/anvil-${platform}-${architectures[arch] ?? arch}`;
  const program = platform === "win32" ? "anvil.exe" : "anvil";
  try {
    // Its package belongs to @foundry-rs/anvil, which need not have it installed where we would find it ourselves.
    return createRequire(require.resolve("@foundry-rs/anvil/package.json")).resolve(`${name}/bin/${program}`);
  } catch (cause) {
    const advice = `Local chains need ${name}: run \`npm ci\` without --omit=optional, on a platform that has it.`;
    throw new Error(`There is no anvil for ${platform}-${arch} here. ${advice}`, { cause });
  }
}
