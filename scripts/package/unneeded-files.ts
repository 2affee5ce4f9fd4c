/** Node refuses TypeScript below `node_modules`; source maps and notes are never read. Licenses are kept. */
const never = /\.(?:[cm]?tsx?|map|md|markdown|flow|tsbuildinfo)$/i;

/**
 * The parts of packages that production never loads, and that are large: measured, and checked by `npm run
 * test:infra -- package`.
 */
const byPackage: readonly RegExp[] = [
  // Compilers for other databases, and the smaller and slower one.
  /^@prisma\/client\/runtime\/query_compiler_(?:small|fast_bg\.(?:cockroachdb|mysql|sqlite|sqlserver))/,
  // Next's development servers, experimental channels, compilers and manual.
  /^next\/dist\/compiled\/next-server\/.*(?:\.dev\.js|-experimental\.runtime\.prod\.js)$/,
  /^next\/dist\/compiled\/(?:react(?:-dom)?-experimental|react-server-dom-\w+-experimental|next-devtools)\//,
  /^next\/dist\/compiled\/(?:babel[^/]*|webpack|terser|@next\/font|cssnano-simple|postcss-[^/]+|sass-loader)\//,
  /^next\/dist\/(?:docs|esm|next-devtools|bundle-analyzer)\//,
  // The same module for browsers and bundlers.
  /^mrml\/(?:bundler|web)\//,
];

/**
 * True for a file of a package that production doesn't load.
 * @param file relative to the outermost `node_modules`, with forward slashes.
 */
export function isUnneeded(file: string): boolean {
  return never.test(file) || byPackage.some((pattern) => pattern.test(file));
}
