import { checkChainSettings } from "#lib/chain/chain-settings.ts";
import { type Env, type NeededVariable, requireEnv } from "#lib/env/env.ts";

/**
 * Returns the configuration, once its chains, tokens and addresses are known to be possible ones; otherwise
 * prints what is wrong with which variable and exits with 1.
 * @param needed optional variables that this entry point requires; of several in a list, one is enough.
 */
export function requireSettings(needed: readonly NeededVariable[] = []): Env {
  return requireEnv(needed, checkChainSettings);
}
