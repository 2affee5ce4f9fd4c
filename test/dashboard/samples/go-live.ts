import { newKey } from "#test/dashboard/new-key.ts";
import { createTestPlaceOf } from "#test/dashboard/place.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";

export const goLiveSamples: Samples = {
  queries: {
    "goLive.progress": { input: () => ({}) },
    "goLive.merchants": { input: () => ({}) },
    "goLive.endpoints": { input: () => ({}) },
  },
  mutations: {
    "goLive.copyMerchant": {
      input: async (place) => ({ merchantId: (await createTestPlaceOf(place)).merchantId }),
    },
    "goLive.copyEndpoint": {
      input: async (place) => {
        const test = await createTestPlaceOf(place);
        const { id } = await makeEndpoint(test, { url: "http://127.0.0.1:1/hooks" });
        return { key: newKey(), endpointId: id };
      },
    },
  },
};
