import type { AccountMode } from "#lib/core/account-mode.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type Budget, createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { env } from "#lib/env/env.ts";

/** The limits of an account's keys and apps. */
type AccountLimits = {
  /** By API key id. */
  perKey: Budget;
  /** By partner, for all of its keys and apps together: credentials are free to create. */
  perPartner: Budget;
  /**
   * By partner, for its apps. Anyone can use an App-Id, so all apps together have half of the partner's budget: a flood of their
   * requests leaves the other half to its keys.
   */
  appsPerPartner: Budget;
  /** By partner: requests of a second, so that a minute's aren't all sent at once. */
  keysPerSecond: Budget;
};

export type RateLimits = {
  /** A test account has half of a live one's, in addition to them: tests must not use up what shops need. */
  accounts: Readonly<Record<AccountMode, AccountLimits>>;
  /** By App-Id and address: an App-Id is public, and a flood with it must not lock out other wallets. */
  perApp: Budget;
  /** By address, for requests without good credentials. */
  perAddress: Budget;
  /** By address, for pages and files: a file spends 1 and a page {@link filesPerPage}. */
  pagesPerAddress: Budget;
  /** By payment and address, for submissions of buyer data. */
  perForm: Budget;
  /** By App-Id and address, or address: requests of a second, as of keys. */
  perSecond: { app: Budget; pages: Budget };
};

/** A first visit reads a page and fifteen to thirty files, which so count about as much as the page. */
export const filesPerPage = 20;

/** Leaves room for a buyer who corrects mistakes. */
const formsPerMinute = 30;

/** Requests of a second that each limit leaves at least. */
const minPerSecond = 100;

/**
 * A second's limit: twice an even use of the minute's. It protects this process, so processes don't share it.
 * @param perMinute 0 for no limit.
 * @param price of a request.
 */
function ofSecond(perMinute: number, price = 1): { limit: number; seconds: number; redis: null } {
  const limit = perMinute === 0 ? 0 : Math.max(minPerSecond, Math.ceil(perMinute / 30)) * price;
  return { limit, seconds: 1, redis: null };
}

/** The process's limits, as configured. Connects to Redis on first use. */
export const rateLimits = processSingleton("rate-limits", (): RateLimits => {
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS, RATE_LIMIT_PAGES_PER_ADDRESS } = env();
  const redis = sharedRedis();
  const ofAccount = (perKey: number): AccountLimits => {
    const perPartner = perKey * env().RATE_LIMIT_KEYS_PER_PARTNER;
    return {
      perKey: createBudget({ policy: "key", limit: perKey, redis }),
      perPartner: createBudget({ policy: "partner", limit: perPartner, redis }),
      appsPerPartner: createBudget({ policy: "partner-apps", limit: Math.ceil(perPartner / 2), redis }),
      keysPerSecond: createBudget({ policy: "key-second", ...ofSecond(perKey) }),
    };
  };
  return {
    accounts: { live: ofAccount(RATE_LIMIT_PER_KEY), test: ofAccount(Math.ceil(RATE_LIMIT_PER_KEY / 2)) },
    perApp: createBudget({ policy: "app", limit: RATE_LIMIT_PER_APP, redis }),
    perAddress: createBudget({ policy: "address", limit: RATE_LIMIT_PER_ADDRESS, redis }),
    pagesPerAddress: createBudget({ policy: "pages-files", limit: RATE_LIMIT_PAGES_PER_ADDRESS * filesPerPage, redis }),
    perForm: createBudget({ policy: "form", limit: formsPerMinute, redis }),
    perSecond: {
      app: createBudget({ policy: "app-second", ...ofSecond(RATE_LIMIT_PER_APP) }),
      pages: createBudget({ policy: "pages-second", ...ofSecond(RATE_LIMIT_PAGES_PER_ADDRESS, filesPerPage) }),
    },
  };
});
