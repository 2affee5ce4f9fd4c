import type { DemoFile } from "#scripts/demo/demo-file.ts";

/** The running product that the global setup started, with its accounts and chains. */
export type Stack = DemoFile & {
  databaseUrl: string;
  /** The name of the merchant of `merchantId`, as the seed has it. */
  merchantName: string;
};

/** Returns the running product. @throws Error outside a Playwright run. */
export function stack(): Stack {
  const found = process.env.TILL_E2E;
  if (found === undefined) throw new Error("the browser tests are started by Playwright");
  return { ...JSON.parse(found), merchantName: "Café Lumen" };
}
