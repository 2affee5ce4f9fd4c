import { acme } from "#test/buyer-data/samples.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";

export const settingsSamples: Samples = {
  queries: {
    "settings.partner": { input: () => ({}) },
    "settings.networkCosts": { input: () => ({}) },
    "settings.dataCollection": { input: () => ({}) },
    "settings.audit": {
      input: ({ merchantId, members }) => ({ actorId: members.owner.userId, subjectId: merchantId }),
    },
    "settings.people": { input: () => ({}) },
  },
  mutations: {
    "settings.rename": { input: () => ({ name: "Another name" }), names: "nothing" },
    "settings.setDataCollection": {
      input: () => ({ kind: "from", currency: "EUR", amount: "1000.00", provider: acme }),
      names: "nothing",
    },
  },
};
