import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const schema = z.object({
  baseUrl: z.url(),
  databaseUrl: z.url(),
  apiKey: z.string(),
  appId: z.string(),
  merchantId: z.string(),
  dashboard: z.object({ email: z.string(), password: z.string() }),
  chains: z.array(z.object({ chainId: z.int(), rpcUrl: z.url() })),
  buyers: z.array(z.object({ privateKey: z.string(), address: z.string() })),
});

/** The addresses and keys of a running demo, for other programs on this machine. */
export type DemoFile = z.output<typeof schema>;

/** The folder of the demo's data; git ignores it. */
export const demoFolder = path.join(import.meta.dirname, "..", "..", ".till");
const file = process.env.TILL_DEMO_FILE ?? path.join(demoFolder, "demo.json");

/** Reads the file of the last demo; null when it doesn't exist or has another format. */
export async function readDemoFile(): Promise<DemoFile | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  return schema.safeParse(JSON.parse(text)).data ?? null;
}

/** Writes the file, readable by its owner only, because it contains keys. */
export async function writeDemoFile(demo: DemoFile): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
