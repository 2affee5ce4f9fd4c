import { processSingleton } from "#lib/core/process-singleton.ts";
import { sharedRead } from "#lib/core/shared-read.ts";
import { checkChains } from "#lib/domain/platform/health/chain-health.ts";
import { findDatabaseProblems } from "#lib/domain/platform/health/database-health.ts";

/** Fresh enough for a load balancer, and old enough that probes can't be used to load the database and the nodes. */
const freshMs = 3_000;

/** Problems that keep the process from serving, and some that don't. */
export type Readiness = { reasons: string[]; degraded: string[] };

type Found = { problems: string[]; enabledChains: number; silentChains: string[] };

const shared = processSingleton("readiness", () => sharedRead(freshMs, find));

/**
 * Returns what keeps this process from serving: the schema is older than the build, the database takes no
 * writes, or every enabled chain is silent. A single silent chain is a degradation, and so is none. Answers
 * are up to 3 s old, and callers share one check. Never throws.
 * @param options.withoutChains for load balancers: silent chains only degrade, because they are silent for
 * every process, and most of the service does without them.
 */
export async function checkReadiness({ withoutChains = false } = {}): Promise<Readiness> {
  const { problems, enabledChains, silentChains } = await shared()();
  const words = silentChains.map((name) => `${name} doesn't answer`);
  const isDark = !withoutChains && enabledChains > 0 && silentChains.length === enabledChains;
  if (isDark) return { reasons: [...problems, ...words], degraded: [] };
  return {
    reasons: problems,
    degraded: enabledChains === 0 ? ["no live chain is enabled"] : words,
  };
}

async function find(): Promise<Found> {
  const [problems, { enabled, silent }] = await Promise.all([findDatabaseProblems(), checkChains()]);
  return { problems, enabledChains: enabled, silentChains: silent };
}
