import { z } from "zod";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { permissionsToGive } from "#lib/dashboard/key-rights.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { fetchIcon } from "#lib/domain/merchants/logos/fetch-icon.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { revokeApiKey } from "#lib/domain/partners/api-keys/revoke-api-key.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { revokeApp } from "#lib/domain/partners/apps/revoke-app.ts";
import { moveServiceVersion } from "#lib/domain/partners/move-service-version.ts";
import { setEmbedOrigins } from "#lib/domain/partners/set-embed-origins.ts";

/** The response is the only one that contains the secret. */
const createKey = defineMutation({
  right: "keys:write",
  needsProof: true,
  input: z.strictObject({
    name: z.string(),
    permissions: z.array(z.enum(permissions)),
    expiresAt: z.iso.datetime().optional(),
    allowedNetworks: z.array(z.string().max(64)).max(20).default([]),
  }),
  async resolve({ scope, role }, { name, permissions: wanted, expiresAt, allowedNetworks }) {
    if (wanted.length === 0) throw invalidField("permissions", "select at least one permission");
    const mine = permissionsToGive(role);
    const tooMuch = wanted.filter((permission) => !mine.includes(permission));
    if (tooMuch.length > 0) {
      throw new TillError("forbidden", {
        message: `Your role (${role}) can't grant these permissions: ${tooMuch.join(", ")}.`,
      });
    }
    return createApiKey(
      scope.partnerId,
      name.trim(),
      permissions.filter((permission) => wanted.includes(permission)),
      { expiresAt: expiresAt === undefined ? null : new Date(expiresAt), allowedNetworks },
    );
  },
});

const revokeKey = defineMutation({
  right: "keys:write",
  needsProof: true,
  input: z.strictObject({ keyId: z.string() }),
  async resolve({ scope }, { keyId }) {
    await revokeApiKey(scope, keyId);
    return {};
  },
});

const addApp = defineMutation({
  right: "keys:write",
  input: z.strictObject({ name: z.string(), iconUrl: z.string().max(2_048).optional(), id: z.string().optional() }),
  async resolve({ scope }, { name, iconUrl, id }) {
    const icon = await fetchIcon(scope.partnerId, iconUrl || null);
    return { id: await inTransaction((tx) => createApp(tx, scope, { name: name.trim(), icon, id })) };
  },
});

const endAppAccess = defineMutation({
  right: "keys:write",
  input: z.strictObject({ appId: z.string() }),
  async resolve({ scope }, { appId }) {
    await revokeApp(scope, appId);
    return {};
  },
});

const updateEmbedOrigins = defineMutation({
  right: "keys:write",
  input: z.strictObject({ origins: z.array(z.string().max(300)).max(100) }),
  resolve: async ({ scope }, { origins }) => ({ origins: await setEmbedOrigins(scope, origins) }),
});

const moveVersion = defineMutation({
  right: "version:write",
  input: z.strictObject({ version: z.string() }),
  resolve: async ({ scope }, { version }) => ({ pinned: await moveServiceVersion(scope, version) }),
});

export const developerMutations = {
  "developers.createKey": createKey,
  "developers.revokeKey": revokeKey,
  "developers.createApp": addApp,
  "developers.revokeApp": endAppAccess,
  "developers.setEmbedOrigins": updateEmbedOrigins,
  "developers.moveVersion": moveVersion,
};
