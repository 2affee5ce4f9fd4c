import path from "node:path";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});

const locked = z.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});

/** The part of package-lock.json that says which installed package needs which, by path: `node_modules/next`. */
export const lockFile = z.object({ packages: z.record(z.string(), locked) });

/**
 * Lists the paths of the installed packages that `roots` need, themselves included. Follows dependencies, optional ones, and the
 * peers that a package can't do without, as Node resolves them: in the closest `node_modules` folder.
 */
export function reachablePackages({ packages }: z.output<typeof lockFile>, roots: Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string, from: string): void => {
    const found = findInstalled(packages, name, from);
    if (found === null || reached.has(found)) return;
    reached.add(found);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[found] ?? nothing;
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(each, found);
    for (const each of Object.keys(peerDependencies)) {
      if (peerDependenciesMeta[each]?.optional !== true) visit(each, found);
    }
  };
  for (const name of roots) visit(name, "");
  return reached;
}

const nothing = locked.parse({});

function findInstalled(packages: Readonly<Record<string, unknown>>, name: string, from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder === "." ? "" : folder, "node_modules", name);
    if (candidate in packages) return candidate;
    if (folder === "" || folder === ".") return null;
  }
}
