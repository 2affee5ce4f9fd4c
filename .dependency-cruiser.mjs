// Who may import whom; nothing points back. test/boundaries shows that every rule below still fires.

const tests = "\\.test\\.tsx?$|^(test|e2e|bench)/";
const outside = "^lib/(db|chain|queue|log|env)/";
const edges = "^lib/(api|dashboard|jobs)/";
const kernel = "^lib/edge/";
const top = "^(app|scripts|components|prisma)/";

/** An npm package or Node builtin: as resolved, or by its bare name where it did not resolve or is built in. */
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
    "A new folder under lib needs its place in the arrows first.",
    {},
    { path: "^lib/", pathNot: "^lib/(api|dashboard|jobs|edge|domain|db|chain|queue|log|env|core)/" },
  ),
  forbid(
    "core-stands-alone",
    "lib/core is vocabulary: it imports nothing else of ours.",
    { path: "^lib/core/", pathNot: tests },
    { path: "^(app|components|lib|scripts|prisma)/", pathNot: "^lib/core/" },
  ),
  forbid(
    "core-does-no-io",
    "lib/core touches no file, socket, process or database.",
    { path: "^lib/core/", pathNot: tests },
    { path: `${builtinsWithEffects}|${packagesWithEffects}` },
  ),
  forbid(
    "outside-points-back",
    "What touches the outside serves the rules and does not know them.",
    { path: outside, pathNot: tests },
    { path: `${top}|${edges}|${kernel}|^lib/domain/` },
  ),
  forbid(
    "outside-side-arrows",
    "db, chain, queue, log and env stand side by side: any may use log and env, chain and queue may use db.",
    { path: outside, pathNot: tests },
    { path: "^lib/(db|chain|queue)/", pathNot: "^lib/$1/|^lib/db/" },
  ),
  forbid(
    "outside-side-arrows-to-db",
    "Only chain and queue keep rows of their own; log and env come before the database.",
    { path: "^lib/(log|env)/", pathNot: tests },
    { path: "^lib/db/" },
  ),
  forbid(
    "domain-points-back",
    "The rules do not know who asks: no edge, no page, no script.",
    { path: "^lib/domain/", pathNot: tests },
    { path: `${top}|${edges}|${kernel}` },
  ),
  forbid(
    "buyer-data-below-gateway",
    "The gateway requires buyer data at options and confirm; buyer data works without the gateway.",
    { path: "^lib/domain/payments/buyer-data/", pathNot: tests },
    { path: "^lib/domain/payments/gateway/" },
  ),
  forbid(
    "rules-know-no-framework",
    "Domain and everything below it run without Next and without React.",
    { path: `^lib/(domain|core)/|${outside}`, pathNot: tests },
    { path: frameworks },
  ),
  forbid(
    "edges-point-back",
    "HTTP, session and queue are mounted by app and scripts, not the other way round.",
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
    "app and scripts are both entry points; what they share belongs below.",
    { path: "^(app|scripts)/", pathNot: tests },
    { path: "^(app|scripts)/", pathNot: "^$1/" },
  ),
];

const components = [
  forbid(
    "components-point-back",
    "Components are used by pages and do not know them.",
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
    "Only `import type`: the schemas themselves would carry Zod into the browser.",
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
    "One pool: everybody else takes it from lib/db.",
    { pathNot: `^(lib/db|scripts)/|${tests}` },
    { path: packages("pg", "pg-pool", "pg-listen") },
  ),
  forbid(
    "viem-stays-on-chain",
    "viem is for lib/chain and lib/domain; lib/core/caip.ts uses its pure functions.",
    { pathNot: `^(lib/chain|lib/domain|scripts)/|^lib/core/caip\\.ts$|${tests}` },
    { path: packages("viem") },
  ),
];

const everywhere = [
  forbid(
    "product-knows-no-tests",
    "What ships does not depend on what checks it.",
    { path: `${top}|^lib/|^(proxy|instrumentation|next\\.config)\\.ts$`, pathNot: tests },
    { path: tests },
  ),
  forbid("no-cycles", "A cycle, of types alone too, is one module in disguise.", {}, { circular: true }),
  forbid(
    "no-orphans",
    "A file that imports nothing and is imported by nobody is left over.",
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
  forbid("imports-resolve", "An import that leads nowhere fails at start.", {}, { couldNotResolve: true }),
  forbid(
    "packages-are-declared",
    "A package that only happens to be installed may be gone tomorrow.",
    {},
    { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  ),
  forbid(
    "product-packages-are-dependencies",
    "What ships is installed without devDependencies.",
    { path: "^(app|components|lib)/", pathNot: tests },
    { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
  ),
];

/** @satisfies {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...arrows, ...components, ...owners, ...everywhere],
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
