import { z } from "zod";
import { clock } from "#lib/core/clock.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";
import { placeOfVersion, type ServiceVersion, serviceVersions, versionChanges } from "#lib/core/service-versions.ts";
import { permissionsToGive } from "#lib/dashboard/key-rights.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { listMerchants } from "#lib/domain/merchants/list-merchants.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import { type Permission, permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { listApiKeys } from "#lib/domain/partners/api-keys/repository.ts";
import { listApps } from "#lib/domain/partners/apps/repository.ts";
import { getPartner } from "#lib/domain/partners/get-partner.ts";
import { listRequests } from "#lib/domain/platform/request-log/list-requests.ts";
import { env } from "#lib/env/env.ts";

const nothing = z.strictObject({});

const keys = defineQuery({
  right: "read",
  input: nothing,
  async resolve({ scope, role }) {
    const mine = new Set(permissionsToGive(role));
    return {
      keys: (await listApiKeys(scope)).map(
        ({ createdAt, lastUsedAt, revokedAt, expiresAt, roleOfCreator, ...key }) => ({
          ...key,
          /** The creator's role when they could no longer create this key; null otherwise. */
          lowerRole: lowerRoleOf(roleOfCreator, key.permissions),
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          revokedAt: revokedAt?.toISOString() ?? null,
          expiresAt: expiresAt?.toISOString() ?? null,
          isExpired: expiresAt !== null && expiresAt <= clock.now(),
        }),
      ),
      /** All permissions; `isMine` marks those the member may grant. */
      permissions: permissions.map((permission) => ({ permission, isMine: mine.has(permission) })),
    };
  },
});

function lowerRoleOf(role: Role | null, granted: readonly Permission[]): Role | null {
  if (role === null) return null;
  const theirs = permissionsToGive(role);
  return isGranted(role, "keys:write") && granted.every((one) => theirs.includes(one)) ? null : role;
}

const apps = defineQuery({
  right: "read",
  input: nothing,
  resolve: async ({ scope }) => ({
    apps: (await listApps(scope)).map(({ id, name, iconUrl, logoHash, createdAt, revokedAt, leftBy }) => ({
      id,
      name,
      iconUrl,
      iconCopy: logoHash && logoUrl(logoHash),
      createdAt: createdAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
      leftBy,
    })),
  }),
});

const embedOrigins = defineQuery({
  right: "read",
  input: nothing,
  resolve: async ({ scope }) => ({ origins: (await getPartner(scope)).embedOrigins }),
});

/** A position in the list: the `next` of the page before it. */
const position = z.strictObject({
  at: z.iso.datetime({ precision: 3 }).startsWith("20"),
  id: z.string().regex(/^\d{1,18}$/),
});

const requests = defineQuery({
  right: "requests:read",
  input: z.strictObject({
    apiKeyId: z.string().max(64).optional(),
    statusClass: z.int().min(2).max(5).optional(),
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
    search: z
      .string()
      .min(1)
      .max(128)
      .regex(/^\P{Cc}*$/u)
      .optional(),
    after: position.nullish(),
    limit: z.int().min(1).max(200).default(50),
  }),
  async resolve({ scope }, { after, limit, ...filter }) {
    const page = await listRequests(scope, filter, { after: after ?? null, limit });
    return { requests: page.requests.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })), next: page.next };
  },
});

const version = defineQuery({
  right: "read",
  input: nothing,
  async resolve({ scope }) {
    const { serviceVersion } = await getPartner(scope);
    const from = placeOfVersion(serviceVersion);
    const newer = serviceVersions.slice(from + 1);
    return { pinned: serviceVersion, newer: newer.map((one) => ({ version: one, changes: changesUpTo(one, from) })) };
  },
});

/** Lists the changes between two versions. */
function changesUpTo(version: ServiceVersion, from: number): string[] {
  return serviceVersions.slice(from + 1, serviceVersions.indexOf(version) + 1).flatMap((one) => versionChanges[one]);
}

const quickStart = defineQuery({
  right: "read",
  input: nothing,
  async resolve({ scope }) {
    const active = (lacksDestination: boolean) =>
      listMerchants(scope, { status: "active", lacksDestination }, { after: null, limit: 1 });
    const [ready, lacking, keysOfPartner] = await Promise.all([active(false), active(true), listApiKeys(scope)]);
    // A payment to a merchant without a destination can't be paid out.
    const merchant = ready.merchants[0] ?? lacking.merchants[0];
    const now = clock.now();
    const usable = keysOfPartner.find(
      ({ revokedAt, expiresAt, permissions: granted }) =>
        revokedAt === null && (expiresAt === null || expiresAt > now) && granted.includes("payments:write"),
    );
    return {
      baseUrl: env().PUBLIC_URL.replace(/\/$/, ""),
      partnerId: scope.partnerId,
      merchant: merchant === undefined ? null : { id: merchant.id, name: merchant.name },
      key: usable === undefined ? null : { name: usable.name, hint: usable.hint },
    };
  },
});

export const developerQueries = {
  "developers.keys": keys,
  "developers.apps": apps,
  "developers.embedOrigins": embedOrigins,
  "developers.requests": requests,
  "developers.version": version,
  "developers.quickStart": quickStart,
};
