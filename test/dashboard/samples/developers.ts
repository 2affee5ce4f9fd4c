import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";

export const developerSamples: Samples = {
  queries: {
    "developers.keys": { input: () => ({}) },
    "developers.apps": { input: () => ({}) },
    "developers.embedOrigins": { input: () => ({}) },
    "developers.requests": { input: ({ keyId }) => ({ apiKeyId: keyId, search: "payments", statusClass: 2 }) },
    "developers.version": { input: () => ({}) },
    "developers.quickStart": { input: () => ({}) },
  },
  mutations: {
    "developers.createKey": {
      input: () => ({ key: newKey(), name: "Server", permissions: ["payments:read", "payments:write"] }),
      names: "nothing",
    },
    "developers.revokeKey": {
      input: async ({ partnerId }) => ({ keyId: (await createApiKey(partnerId, "Old", ["gateway"])).id }),
    },
    "developers.createApp": { input: () => ({ key: newKey(), name: "Wallet" }), names: "nothing" },
    "developers.revokeApp": { input: ({ appId }) => ({ appId }) },
    "developers.setEmbedOrigins": { input: () => ({ origins: ["https://shop.example"] }), names: "nothing" },
    "developers.moveVersion": { input: () => ({ version: "2026-02-19.preview" }), names: "nothing" },
  },
};
