import type { DemoFile } from "#scripts/demo/demo-file.ts";

/** The addresses and accounts of the installation that the global setup started. */
export type Stack = DemoFile & {
  databaseUrl: string;
  /** The seeded name of merchant `merchantId`. */
  merchantName: string;
};

/** Returns the running installation. @throws Error outside of a Playwright run. */
export function stack(): Stack {
  const found = process.env.TILL_E2E;
  if (found === undefined) throw new Error("the browser tests run under Playwright only");
  return { ...JSON.parse(found), merchantName: "Café Lumen" };
}
