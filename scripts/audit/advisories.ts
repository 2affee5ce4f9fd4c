import semver from "semver";
import { z } from "zod";

const advisory = z.object({
  /** The package. */
  name: z.string(),
  /** The versions that it affects, as npm writes them. */
  range: z.string(),
  severity: z.enum(["info", "low", "moderate", "high", "critical"]),
  title: z.string(),
  url: z.string(),
});
export type Advisory = z.output<typeof advisory>;

const snapshot = z.object({
  /** When the registry gave these advisories, ISO 8601; null until it has been asked once. */
  takenAt: z.iso.datetime().nullable(),
  advisories: z.array(advisory),
});
export type Snapshot = z.output<typeof snapshot>;

/** Parses the checked-in snapshot. @throws ZodError when it has another form. */
export function parseSnapshot(text: string): Snapshot {
  return snapshot.parse(JSON.parse(text));
}

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

/**
 * The advisories in what `npm audit --json` prints; null when it prints an error instead, such as that of a
 * registry without any.
 */
export function advisoriesIn(text: string): Advisory[] | null {
  const parsed = report.safeParse(parseOrNull(text));
  if (!parsed.success) return null;
  const all = Object.values(parsed.data.vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each !== "string"),
  );
  const byUrl = new Map(all.map((each) => [`${each.name} ${each.url}`, each]));
  return [...byUrl.values()].sort((a, b) => `${a.name} ${a.url}`.localeCompare(`${b.name} ${b.url}`));
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type Installed = { name: string; version: string; isDev: boolean; deprecated: string | null };

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      dev: z.boolean().optional(),
      deprecated: z.string().optional(),
    }),
  ),
});

/** The packages of a package-lock.json, each version once. */
export function installedBy(text: string): Installed[] {
  const { packages } = lockfile.parse(JSON.parse(text));
  const all = Object.entries(packages).flatMap(([path, { name, version, dev, deprecated }]): Installed[] => {
    if (path === "" || version === undefined) return [];
    // An alias has the name of its package; others have it in the path.
    const ownName = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return [{ name: ownName, version, isDev: dev === true, deprecated: deprecated ?? null }];
  });
  return [...new Map(all.map((each) => [`${each.name}@${each.version}`, each])).values()];
}

export type Finding = { advisory: Advisory; installed: Installed };

/** The installed versions that advisories affect. */
export function findAffected(advisories: readonly Advisory[], installed: readonly Installed[]): Finding[] {
  return advisories.flatMap((each) =>
    installed
      .filter(
        ({ name, version }) => name === each.name && semver.satisfies(version, each.range, { includePrerelease: true }),
      )
      .map((one) => ({ advisory: each, installed: one })),
  );
}
