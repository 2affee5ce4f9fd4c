import type { DemoFile } from "#scripts/demo/demo-file.ts";

/** Where the product is that the global setup started, and who is who in it. */
export type Stack = DemoFile & {
  databaseUrl: string;
  /** The name of the merchant of `merchantId`, as the seed has it. */
  merchantName: string;
};

/** The running product. @throws Error outside of a Playwright run. */
export function stack(): Stack {
  const found = process.env.TILL_E2E;
  if (found === undefined) throw new Error("the browser tests are started by Playwright");
  return { ...JSON.parse(found), merchantName: "Café Lumen" };
}
