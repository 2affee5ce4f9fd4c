import { readDemoFile } from "#scripts/demo/demo-file.ts";

/** Points this process's environment at the demo of this machine. @returns false when none has run here. */
export async function selectDemo(): Promise<boolean> {
  const demo = await readDemoFile();
  if (demo === null) return false;
  const nodes = demo.chains.map(({ chainId, rpcUrl }) => [`RPC_URLS_${chainId}`, rpcUrl]);
  const where = { DATABASE_URL: demo.databaseUrl, PUBLIC_URL: demo.baseUrl };
  Object.assign(process.env, where, Object.fromEntries(nodes));
  return true;
}
