// Import rules between folders. test/boundaries asserts that each rule still fires.

const tests = "\\.test\\.tsx?$|^(test|e2e|bench)/";
const outside = "^lib/(db|chain|queue|log|env)/";
const edges = "^lib/(api|dashboard|jobs)/";
const kernel = "^lib/edge/";
const top = "^(app|scripts|components|prisma)/";

/**
 * Matches an npm package or Node builtin by its resolved path, or by its bare name if it is built in or
 * didn't resolve.
 */
const packages = (...names) => {
  const alternatives = names.join("|");
  return `(^|/)node_modules/(@types/)?(${alternatives})/|^(node:)?(${alternatives})(/|$)`;
};

const generatedPrismaClient = "(^|#)lib/db/generated/";
const frameworks = packages("next", "react", "react-dom", "next-auth", "@tanstack/react-query", "wagmi");
const builtinsWithEffects = packages(
  "fs",
  "net",
  "http",
  "https",
  "http2",
  "tls",
  "dgram",
  "dns",
  "child_process",
  "cluster",
  "worker_threads",
  "readline",
  "os",
  "sqlite",
);
const packagesWithEffects = packages("pg", "pino", "graphile-worker", "@prisma/.*", "undici");

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const arrows = [
  forbid(
    "known-rooms-only",
    "Add a new folder under lib to these rules first.",
    {},
    { path: "^lib/", pathNot: "^lib/(api|dashboard|jobs|edge|domain|db|chain|queue|log|env|core)/" },
  ),
  forbid(
    "core-stands-alone",
    "lib/core is vocabulary and imports no other folder of the project.",
    { path: "^lib/core/", pathNot: tests },
    { path: "^(app|components|lib|scripts|prisma)/", pathNot: "^lib/core/" },
  ),
  forbid(
    "sdk-stands-alone",
    "The SDK is a package of its own: it imports nothing of the project, and runs outside of Node too.",
    { path: "^sdk/" },
    { path: `^(app|components|lib|scripts|prisma|test)/|${builtinsWithEffects}` },
  ),
  forbid(
    "core-does-no-io",
    "lib/core touches no file, socket, process or database.",
    { path: "^lib/core/", pathNot: tests },
    { path: `${builtinsWithEffects}|${packagesWithEffects}` },
  ),
  forbid(
    "outside-points-back",
    "Infrastructure (db, chain, queue, log, env) doesn't import domain rules.",
    { path: outside, pathNot: tests },
    { path: `${top}|${edges}|${kernel}|^lib/domain/` },
  ),
  forbid(
    "outside-side-arrows",
    "Infrastructure folders may import log and env; chain and queue may also import db.",
    { path: outside, pathNot: tests },
    { path: "^lib/(db|chain|queue)/", pathNot: "^lib/$1/|^lib/db/" },
  ),
  forbid(
    "outside-side-arrows-to-db",
    "Only chain and queue store rows; log and env start before the database.",
    { path: "^lib/(log|env)/", pathNot: tests },
    { path: "^lib/db/" },
  ),
  forbid(
    "domain-points-back",
    "Domain rules import no edge, page or script.",
    { path: "^lib/domain/", pathNot: tests },
    { path: `${top}|${edges}|${kernel}` },
  ),
  forbid(
    "rules-know-no-framework",
    "The domain and its infrastructure run without Next and React.",
    { path: `^lib/(domain|core)/|${outside}`, pathNot: tests },
    { path: frameworks },
  ),
  forbid(
    "edges-point-back",
    "app and scripts mount the edges, not the other way round.",
    { path: edges, pathNot: tests },
    { path: top },
  ),
  forbid(
    "edges-apart",
    "Code that two edges share belongs in lib/edge, or below it.",
    { path: edges, pathNot: tests },
    { path: edges, pathNot: "^lib/$1/" },
  ),
  forbid(
    "edge-kernel-points-back",
    "lib/edge serves every edge and depends on none of them.",
    { path: kernel, pathNot: tests },
    { path: `${top}|${edges}` },
  ),
  forbid(
    "app-is-routing",
    "Pages and routes reach the database, the chain and the queue through an edge or the domain.",
    { path: "^app/", pathNot: tests },
    { path: "^lib/(db|chain|queue)/" },
  ),
  forbid(
    "entry-points-apart",
    "app and scripts are separate entry points; shared code belongs in lib.",
    { path: "^(app|scripts)/", pathNot: tests },
    { path: "^(app|scripts)/", pathNot: "^$1/" },
  ),
];

/**
 * The order of a folder's folders, as ARCHITECTURE.md draws it, from the top: a folder imports from rows below its
 * own only, and what the folder has itself imports from no row.
 */
function ordered(name, folder, rows) {
  const root = `^${folder}/`;
  const alternatives = rows.map((folders) => folders.join("|"));
  return [
    forbid(
      `${name}-knows-each-folder`,
      `Give a new folder of ${folder} its row first.`,
      {},
      { path: `${root}[^/]+/`, pathNot: `${root}(${alternatives.join("|")})/` },
    ),
    forbid(
      `${name}-files-at-the-bottom`,
      `What ${folder} has itself is what its folders build on.`,
      { path: `${root}[^/]+$`, pathNot: tests },
      { path: `${root}[^/]+/` },
    ),
    ...alternatives
      .slice(1)
      .map((row, above) =>
        forbid(
          `${name}-row-of-${row.split("|")[0]}-points-down`,
          `A folder of ${folder} imports neither from its own row nor from one above.`,
          { path: `${root}(${row})/`, pathNot: tests },
          { path: `${root}(${alternatives.slice(0, above + 2).join("|")})/`, pathNot: `${root}$1/` },
        ),
      ),
  ];
}

const insideFolders = [
  ...ordered("relay", "lib/chain/relay", [
    ["loops"],
    ["recovery"],
    ["sending", "watching"],
    ["fees"],
    ["limits", "nonces", "wallets"],
  ]),
  ...ordered("payments", "lib/domain/payments", [
    ["recovery"],
    ["refund-requests", "deposits", "test-mode"],
    ["gateway"],
    ["collection", "reading", "settlements"],
    ["payouts"],
    ["creation", "refunds"],
    ["buyer-data", "minimum", "search", "statistics", "transfers"],
    [
      "customers",
      "deposit-addresses",
      "ledger",
      "listing",
      "options",
      "rates",
      "receipts",
      "screening",
      "status",
      "wallets",
    ],
  ]),
];

const components = [
  forbid(
    "components-point-back",
    "Pages use components, not the other way round.",
    { path: "^components/", pathNot: tests },
    { path: "^(app|scripts|prisma)/" },
  ),
  forbid(
    "components-know-no-server",
    "Of lib, components see the vocabulary (lib/core) and the wire types (lib/api/schemas, lib/dashboard/rpc/contract.ts).",
    { path: "^components/", pathNot: tests },
    { path: "^lib/", pathNot: "^lib/(core|api/schemas)/|^lib/dashboard/rpc/contract\\.ts$" },
  ),
  forbid(
    "components-see-types-of-schemas",
    "Import types only: the schemas would bring Zod into the browser.",
    { path: "^components/", pathNot: tests },
    { path: "^lib/api/schemas/|^lib/dashboard/rpc/contract\\.ts$", dependencyTypesNot: ["type-only"] },
  ),
  forbid(
    "components-do-no-io",
    "Components run in the browser: no builtins, no database.",
    { path: "^components/", pathNot: tests },
    { path: packagesWithEffects },
  ),
  forbid(
    "components-use-no-builtins",
    "Components run in the browser: no builtins, no database.",
    { path: "^components/", pathNot: tests },
    { dependencyTypes: ["core"] },
  ),
];

const owners = [
  forbid(
    "prisma-client-has-two-homes",
    "The generated client is imported in lib/db and in repository.ts files, nowhere else.",
    { pathNot: `^lib/db/|(^|/)repository\\.ts$|${tests}` },
    { path: generatedPrismaClient },
  ),
  forbid(
    "prisma-runtime-stays-in-db",
    "@prisma packages are set up in lib/db and driven by scripts.",
    { path: "^(app|components|lib)/", pathNot: `^lib/db/|${tests}` },
    { path: packages("@prisma/.*") },
  ),
  forbid(
    "pg-stays-in-db",
    "There is one connection pool, in lib/db.",
    { pathNot: `^(lib/db|scripts)/|${tests}` },
    { path: packages("pg", "pg-pool", "pg-listen") },
  ),
  forbid(
    "viem-stays-on-chain",
    "viem is for lib/chain and lib/domain; lib/core/caip.ts uses its pure functions.",
    { pathNot: `^(lib/chain|lib/domain|scripts)/|^lib/core/caip\\.ts$|${tests}` },
    { path: packages("viem") },
  ),
  forbid(
    "links-have-one-home",
    "Links are components/ui/link.tsx, which doesn't fetch pages before the click.",
    { pathNot: `^components/ui/link\\.tsx$|${tests}` },
    { path: "(^|/)node_modules/next/link(\\.|$)" },
  ),
];

const everywhere = [
  forbid(
    "product-knows-no-tests",
    "Shipped code doesn't depend on tests.",
    { path: `${top}|^lib/|^(proxy|instrumentation|next\\.config)\\.ts$`, pathNot: tests },
    { path: tests },
  ),
  forbid("no-cycles", "Import cycles are forbidden, for types too.", {}, { circular: true }),
  forbid(
    "no-orphans",
    "A file without imports and importers is dead code.",
    {
      orphan: true,
      pathNot: [
        "(^|/)\\.[^/]+\\.mjs$|\\.config\\.(ts|mjs)$|\\.d\\.ts$",
        "^(proxy|instrumentation|instrumentation-client)\\.ts$",
        "^app/.*(page|layout|template|default|loading|error|global-error|not-found|forbidden|unauthorized)\\.tsx$",
        "^app/.*(icon|apple-icon|opengraph-image|twitter-image)\\.tsx$",
        "^app/.*(route|sitemap|robots|manifest)\\.ts$",
        "^public/embed\\.js$",
        "^scripts/[^/]+\\.(ts|mjs)$",
        "^lib/db/generated/",
        tests,
      ],
    },
    {},
  ),
  forbid("imports-resolve", "Every import must resolve.", {}, { couldNotResolve: true }),
  forbid(
    "packages-are-declared",
    "Imported packages must be declared in package.json.",
    {},
    { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  ),
  forbid(
    "product-packages-are-dependencies",
    "Production installs have no devDependencies.",
    { path: "^(app|components|lib)/", pathNot: tests },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
  ),
];

/** @satisfies {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...arrows, ...insideFolders, ...components, ...owners, ...everywhere],
  options: {
    doNotFollow: { path: "(^|/)node_modules/|^lib/db/generated/" },
    exclude: { path: "^(\\.next|\\.till|\\.git|test-results|playwright-report)(/|$)|^next-env\\.d\\.ts$" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css", ".d.ts"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      mainFields: ["module", "main", "types", "typings"],
    },
  },
};
