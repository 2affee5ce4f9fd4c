import { processSingleton } from "#lib/core/process-singleton.ts";
import { type Budget, createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { createPace, type Pace } from "#lib/domain/platform/rate-limit/pace.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { env } from "#lib/env/env.ts";

export type RateLimits = {
  /** By API key id. */
  perKey: Budget;
  /** By partner, for all of its keys and apps together: credentials are free to create. */
  perPartner: Budget;
  /**
   * By partner, for its apps. Anyone can use an App-Id, so all apps together have half of the partner's budget: a flood of their
   * requests leaves the other half to its keys.
   */
  appsPerPartner: Budget;
  /** By App-Id and address: an App-Id is public, and a flood with it must not lock out other wallets. */
  perApp: Budget;
  /** By address, for requests without good credentials. */
  perAddress: Budget;
  /** By address, for pages and files: a file spends 1 and a page {@link filesPerPage}. */
  pagesPerAddress: Budget;
  /** By payment and address, for submissions of buyer data. */
  perForm: Budget;
  /** By partner, for all of its keys: several keys aren't faster than one. */
  keysPace: Pace;
  /** By App-Id and address, or by address alone: a flood from one address doesn't hold other buyers back. */
  appPace: Pace;
};

/** A first visit reads a page and fifteen to thirty files, which so count about as much as the page. */
export const filesPerPage = 20;

/** Leaves room for a buyer who corrects mistakes. */
const formsPerMinute = 30;

/** The process's limits, as configured. Connects to Redis on first use. */
export const rateLimits = processSingleton("rate-limits", (): RateLimits => {
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS, RATE_LIMIT_PAGES_PER_ADDRESS } = env();
  const perPartner = RATE_LIMIT_PER_KEY * env().RATE_LIMIT_KEYS_PER_PARTNER;
  const redis = sharedRedis();
  return {
    perKey: createBudget({ policy: "key", limit: RATE_LIMIT_PER_KEY, redis }),
    perPartner: createBudget({ policy: "partner", limit: perPartner, redis }),
    appsPerPartner: createBudget({ policy: "partner-apps", limit: Math.ceil(perPartner / 2), redis }),
    perApp: createBudget({ policy: "app", limit: RATE_LIMIT_PER_APP, redis }),
    perAddress: createBudget({ policy: "address", limit: RATE_LIMIT_PER_ADDRESS, redis }),
    pagesPerAddress: createBudget({ policy: "pages-files", limit: RATE_LIMIT_PAGES_PER_ADDRESS * filesPerPage, redis }),
    perForm: createBudget({ policy: "form", limit: formsPerMinute, redis }),
    keysPace: createPace(RATE_LIMIT_PER_KEY),
    appPace: createPace(RATE_LIMIT_PER_APP),
  };
});
