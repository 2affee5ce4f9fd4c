import type { Samples } from "#test/dashboard/samples/sample.ts";

export const overviewSamples: Samples = {
  queries: {
    "overview.figures": { input: () => ({ period: "7d" }) },
    "overview.attention": { input: () => ({}) },
    "search.all": { input: ({ paymentId }) => ({ text: paymentId }) },
  },
  mutations: {},
};
