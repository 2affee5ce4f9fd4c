import { z } from "zod";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { formRequest } from "#lib/dashboard/form-request.ts";
import { permissionsToGive } from "#lib/dashboard/key-rights.ts";
import { key } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { fetchIcon } from "#lib/domain/merchants/logos/fetch-icon.ts";
import { createApiKeyIn } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { revokeApiKey } from "#lib/domain/partners/api-keys/revoke-api-key.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { revokeApp } from "#lib/domain/partners/apps/revoke-app.ts";
import { setEmbedOrigins } from "#lib/domain/partners/embed-origins.ts";
import { moveServiceVersion } from "#lib/domain/partners/move-service-version.ts";
import { runOnce } from "#lib/domain/platform/idempotency/run-once.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";

/**
 * Creates a key once per idempotency key. The first response is the only one that contains the secret: only
 * the id is remembered, so that the database has no secret, and for a repeated idempotency key it is null.
 */
const createKey = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({
    key,
    name: z.string(),
    permissions: z.array(z.enum(permissions)),
    expiresAt: z.iso.datetime().optional(),
    allowedNetworks: z.array(z.string().max(64)).max(20).default([]),
  }),
  async resolve({ scope, role }, { key, ...typed }) {
    const { name, permissions: wanted, expiresAt, allowedNetworks } = typed;
    if (wanted.length === 0) throw invalidField("permissions", "must have at least one permission");
    const mine = permissionsToGive(role);
    const tooMuch = wanted.filter((permission) => !mine.includes(permission));
    if (tooMuch.length > 0) {
      throw new TillError("forbidden", {
        message: `Your role (${role}) can't grant these permissions: ${tooMuch.join(", ")}.`,
      });
    }
    const { partnerId } = scope;
    const once = formRequest(scope, "createKey", key, typed);
    const limits = { expiresAt: expiresAt === undefined ? null : new Date(expiresAt), allowedNetworks };
    const chosen = permissions.filter((permission) => wanted.includes(permission));
    let created = null as string | null;
    const { body, isReplay } = await runOnce(once, async (tx) => {
      const { id, secret } = await createApiKeyIn(tx, partnerId, name.trim(), chosen, limits);
      created = secret;
      return { status: 201, body: id };
    });
    return { id: body, secret: isReplay ? null : created };
  },
});

const revokeKey = defineMutation({
  right: "keys:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ keyId: z.string() }),
  async resolve({ scope }, { keyId }) {
    await revokeApiKey(scope, keyId);
    return {};
  },
});

/** Creates an app once per idempotency key, after fetching and checking its icon. */
const addApp = defineMutation({
  right: "keys:write",
  changesCheckout: true,
  needsProof: true,
  input: z.strictObject({
    key,
    name: z.string(),
    iconUrl: z.string().max(2_048).optional(),
    id: z.string().optional(),
  }),
  async resolve({ scope }, { key, ...typed }) {
    const { partnerId } = scope;
    const once = formRequest(scope, "createApp", key, typed);
    const { name, iconUrl, id } = typed;
    const prepare = () => fetchIcon(partnerId, iconUrl || null);
    const { body } = await answerOnce(once, prepare, async (tx, icon) => ({
      status: 201,
      body: await createApp(tx, scope, { name: name.trim(), icon, id }),
    }));
    return { id: body };
  },
});

const endAppAccess = defineMutation({
  right: "keys:write",
  changesCheckout: true,
  needsProof: true,
  input: z.strictObject({ appId: z.string() }),
  async resolve({ scope }, { appId }) {
    await revokeApp(scope, appId);
    return {};
  },
});

const updateEmbedOrigins = defineMutation({
  right: "keys:write",
  changesCheckout: true,
  needsProof: true,
  input: z.strictObject({ origins: z.array(z.string().max(300)).max(100) }),
  resolve: async ({ scope }, { origins }) => ({ origins: await setEmbedOrigins(scope, origins) }),
});

const moveVersion = defineMutation({
  right: "version:write",
  changesCheckout: false,
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
