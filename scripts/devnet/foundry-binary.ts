import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
/** Written out, so that the check for unused packages sees them. */
const packages = {
  anvil: () => require.resolve("@foundry-rs/anvil/package.json"),
  forge: () => require.resolve("@foundry-rs/forge/package.json"),
};
const architectures: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Finds the absolute path of a Foundry binary. The command of the npm package is a Node wrapper, which would have to
 * forward signals and would leave the binary running after `kill -9`.
 * @throws Error with advice when the platform has no binary or npm skipped the optional package.
 */
export function findFoundryBinary(tool: keyof typeof packages): string {
  const { platform, arch } = process;
  const name = `@foundry-rs/${tool}-${platform}-${architectures[arch] ?? arch}`;
  const program = platform === "win32" ? `${tool}.exe` : tool;
  try {
    // Resolved from the tool's own package, because npm may nest the platform package below it.
    return createRequire(packages[tool]()).resolve(`${name}/bin/${program}`);
  } catch (cause) {
    const advice = `Install ${name}: run \`npm ci\` without --omit=optional, on a platform that has it.`;
    throw new Error(`No ${tool} binary is installed for ${platform}-${arch}. ${advice}`, { cause });
  }
}
