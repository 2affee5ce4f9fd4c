import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { database } from "#lib/db/pool.ts";
import { getOnboardingProgress } from "#lib/domain/partners/get-onboarding-progress.ts";
import { listCopyableEndpoints, listCopyableMerchants } from "#lib/domain/partners/go-live/list-copyable.ts";
import { getAccountSafety } from "#lib/domain/partners/go-live/repository.ts";
import { isSecondFactorRequired, listMembers } from "#lib/domain/partners/members/repository.ts";

const pageSize = 20;

/** The steps before the live account's first order, and which are done. */
const progress = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ scope, userId }) {
    const [{ merchantId, hasDestination, hasKey }, { hasEndpoint, members, unprotectedMembers }, isRequired, all] =
      await Promise.all([
        getOnboardingProgress(scope),
        getAccountSafety(database, scope),
        isSecondFactorRequired(scope),
        listMembers(scope),
      ]);
    const self = all.find(({ id }) => id === userId);
    return {
      merchantId,
      hasDestination,
      hasEndpoint,
      hasKey,
      members,
      unprotectedMembers,
      isSecondFactorRequired: isRequired,
      hasOwnSecondFactor: self?.hasSecondFactor ?? false,
    };
  },
});

const position = z.tuple([
  z.iso.datetime({ precision: 3 }).startsWith("20"),
  z.string().refine((text) => isId("mrch", text), "is not a merchant ID"),
]);

/** A page of the merchants of test mode with their live copies, newest first. */
const merchants = defineQuery({
  right: "read",
  input: z.strictObject({ after: position.nullish() }),
  resolve: ({ scope }, { after }) => listCopyableMerchants(scope, { after: after ?? null, limit: pageSize }),
});

/** The webhook endpoints of test mode with their live copies. */
const endpoints = defineQuery({
  right: "read",
  input: z.strictObject({}),
  resolve: async ({ scope }) => ({ endpoints: await listCopyableEndpoints(scope) }),
});

export const goLiveQueries = {
  "goLive.progress": progress,
  "goLive.merchants": merchants,
  "goLive.endpoints": endpoints,
};
