import { beforeAll, expect, test } from "vitest";
import { lintFixture } from "./lint-fixture.ts";

const asyncWork = "async function work(): Promise<void> {\n  await Promise.resolve();\n}\n";

const reported: [rule: RegExp, path: string, text: string][] = [
  [/noExplicitAny/, "lib/core/loose.ts", "export const loose: any = 1;\n"],
  [/as never/, "lib/core/never.ts", 'export const never = "x" as never;\n'],
  [
    /isTillError/,
    "lib/core/brand.ts",
    'import { TillError } from "./errors.ts";\n\nexport const isOurs = (error: unknown): boolean => error instanceof TillError;\n',
  ],
  [/noTsIgnore/, "lib/core/ignored.ts", "// @ts-ignore\nexport const ignored = 1;\n"],
  [/noDefaultExport/, "lib/core/fallback.ts", "export default 1;\n"],
  [/noDefaultExport/, "app/pay/[paymentId]/amount.tsx", "export default function Amount() {\n  return 1;\n}\n"],
  [/noBarrelFile/, "lib/core/index.ts", 'export { loose } from "./loose.ts";\n'],
  [/useFilenamingConvention/, "lib/core/MoneyBag.ts", "export const money = 1;\n"],
  [/useFilenamingConvention/, "components/ui/PayButton.tsx", "export const pay = 1;\n"],
  [/noUnusedVariables/, "lib/core/unused.ts", "const unused = 1;\nexport const used = 2;\n"],
  [/noUnusedImports/, "lib/core/idle.ts", 'import { hash } from "node:crypto";\n\nexport const used = 2;\n'],
  [/useImportExtensions/, "lib/core/bare.ts", 'import { loose } from "./loose";\n\nexport const bare = loose;\n'],
  [/noFloatingPromises/, "lib/core/floating.ts", `${asyncWork}\nexport function start(): void {\n  work();\n}\n`],
  [/noMisusedPromises/, "lib/core/misused.ts", `${asyncWork}\nexport const size = (): number => (work() ? 1 : 2);\n`],
  [/noSkippedTests/, "lib/core/later.test.ts", 'import { test } from "vitest";\n\ntest.skip("later", () => {});\n'],
  [/time or chance/, "lib/domain/payments/now.ts", "export const now = (): number => Date.now();\n"],
  [/time or chance/, "lib/domain/payments/today.ts", "export const today = (): Date => new Date();\n"],
  [/time or chance/, "lib/domain/payments/dice.ts", "export const dice = (): number => Math.random();\n"],
  [
    /noRestrictedGlobals/,
    "lib/domain/payments/http.ts",
    "export const url = (request: Request): string => request.url;\n",
  ],
  [/noProcessEnv/, "lib/chain/rpc.ts", "export const rpc = (): string | undefined => process.env.RPC;\n"],
];

const accepted: [path: string, text: string][] = [
  ["app/pay/[paymentId]/page.tsx", "export default function Page() {\n  return 1;\n}\n"],
  ["app/(partner)/dashboard/not-found.tsx", "export default function NotFound() {\n  return 1;\n}\n"],
  ["next.config.ts", "export default {};\n"],
  ["lib/env/read.ts", "export const read = (): string | undefined => process.env.RPC;\n"],
  ["lib/core/clock.ts", "export const now = (): number => Date.now();\n"],
  ["lib/domain/payments/at.ts", "export const at = (seconds: number): Date => new Date(seconds * 1000);\n"],
  ["lib/domain/payments/at.test.ts", "export const now = (): Date => new Date();\n"],
  ["lib/core/range.ts", "export const isRange = (error: unknown): boolean => error instanceof RangeError;\n"],
  ["lib/db/generated/Client.ts", "export default 1 as any;\n"],
];

let found: Map<string, string[]>;

beforeAll(async () => {
  found = await lintFixture(new Map([...reported.map(([, path, text]) => [path, text] as const), ...accepted]));
}, 60_000);

test.each(reported)("%s is reported in %s", (rule, path) => {
  expect(found.get(path)).toEqual([expect.stringMatching(rule)]);
});

test.each(accepted)("nothing is reported in %s", (path) => {
  expect(found.get(path)).toEqual([]);
});
