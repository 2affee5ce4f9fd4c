import type { Samples } from "#test/dashboard/samples/sample.ts";
import { acme } from "#test/data-collection/samples.ts";

export const settingsSamples: Samples = {
  queries: {
    "settings.partner": { input: () => ({}) },
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
