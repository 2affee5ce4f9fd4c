import { type Caip10, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { type Issue, TillError } from "#lib/core/errors.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";

/** The issue with a destination that the screening declines. */
export const declinedDestination =
  "must not be an account that this service's screening declines; use another account, or contact the operator";

/**
 * Screens accounts that are to receive a merchant's money. Never call it inside a transaction: call it before
 * the one that registers them. Malformed accounts are left to the registration, which refuses them.
 * @param accounts each with the dotted path of its field, for the issues.
 * @throws TillError `params_validation` with an issue for each account that is declined; `bad_gateway` when the screening fails.
 */
export async function screenDestinations(accounts: readonly { field: string; account: string }[]): Promise<void> {
  const screened = new Map<Caip10, ReturnType<typeof screenAccount>>();
  const judged = accounts.map(async ({ field, account }): Promise<Issue[]> => {
    const parsed = parseCaip10(account);
    if (parsed === null) return [];
    const id = toCaip10(parsed);
    const verdict = screened.get(id) ?? screenAccount(id);
    screened.set(id, verdict);
    return (await verdict) === "accepted" ? [] : [{ field, message: declinedDestination }];
  });
  const issues = (await Promise.all(judged)).flat();
  if (issues.length > 0) throw new TillError("params_validation", { issues });
}

/** Screens the destinations of a list `settlements`, as {@link screenDestinations} does. */
export function screenSettlements(settlements: readonly { destination: string }[]): Promise<void> {
  return screenDestinations(
    settlements.map(({ destination: account }, index) => ({ field: `settlements.${index}.destination`, account })),
  );
}
