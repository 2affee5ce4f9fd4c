import { accountMutations } from "#lib/dashboard/rpc/mutations/account.ts";
import { developerMutations } from "#lib/dashboard/rpc/mutations/developers.ts";
import { exceptionMutations } from "#lib/dashboard/rpc/mutations/exceptions.ts";
import { goLiveMutations } from "#lib/dashboard/rpc/mutations/go-live.ts";
import { heldMutations } from "#lib/dashboard/rpc/mutations/held.ts";
import { memberMutations } from "#lib/dashboard/rpc/mutations/members.ts";
import { merchantMutations } from "#lib/dashboard/rpc/mutations/merchants.ts";
import { notificationMutations } from "#lib/dashboard/rpc/mutations/notifications.ts";
import { passkeyMutations } from "#lib/dashboard/rpc/mutations/passkeys.ts";
import { paymentListMutations } from "#lib/dashboard/rpc/mutations/payment-list.ts";
import { paymentMutations } from "#lib/dashboard/rpc/mutations/payments.ts";
import { settingsMutations } from "#lib/dashboard/rpc/mutations/settings.ts";
import { settlementMutations } from "#lib/dashboard/rpc/mutations/settlements.ts";
import { webhookMutations } from "#lib/dashboard/rpc/mutations/webhooks.ts";
import type { Procedure } from "#lib/dashboard/rpc/procedure.ts";
import { accountQueries } from "#lib/dashboard/rpc/queries/account.ts";
import { customerQueries } from "#lib/dashboard/rpc/queries/customers.ts";
import { developerQueries } from "#lib/dashboard/rpc/queries/developers.ts";
import { eventQueries } from "#lib/dashboard/rpc/queries/events.ts";
import { exceptionQueries } from "#lib/dashboard/rpc/queries/exceptions.ts";
import { goLiveQueries } from "#lib/dashboard/rpc/queries/go-live.ts";
import { heldQueries } from "#lib/dashboard/rpc/queries/held.ts";
import { memberQueries } from "#lib/dashboard/rpc/queries/members.ts";
import { merchantQueries } from "#lib/dashboard/rpc/queries/merchants.ts";
import { notificationQueries } from "#lib/dashboard/rpc/queries/notifications.ts";
import { overviewQueries } from "#lib/dashboard/rpc/queries/overview.ts";
import { passkeyQueries } from "#lib/dashboard/rpc/queries/passkeys.ts";
import { paymentChoiceQueries } from "#lib/dashboard/rpc/queries/payment-choices.ts";
import { paymentListQueries } from "#lib/dashboard/rpc/queries/payment-list.ts";
import { paymentQueries } from "#lib/dashboard/rpc/queries/payments.ts";
import { searchQueries } from "#lib/dashboard/rpc/queries/search.ts";
import { settingsQueries } from "#lib/dashboard/rpc/queries/settings.ts";
import { settlementQueries } from "#lib/dashboard/rpc/queries/settlements.ts";
import { webhookQueries } from "#lib/dashboard/rpc/queries/webhooks.ts";

/** Marks procedures as those of the company. */
function ofCompany<Table extends Readonly<Record<string, Procedure>>>(table: Table): Table {
  const marked = Object.entries(table).map(([name, procedure]) => [name, { ...procedure, isOfCompany: true }]);
  return Object.fromEntries(marked) as Table;
}

/** Every query of the dashboard, by name. */
export const queries = {
  ...ofCompany(accountQueries),
  ...ofCompany(passkeyQueries),
  ...ofCompany(notificationQueries),
  ...paymentQueries,
  ...paymentListQueries,
  ...exceptionQueries,
  ...paymentChoiceQueries,
  ...customerQueries,
  ...merchantQueries,
  ...heldQueries,
  ...settlementQueries,
  ...overviewQueries,
  ...searchQueries,
  ...developerQueries,
  ...webhookQueries,
  ...eventQueries,
  ...settingsQueries,
  ...ofCompany(memberQueries),
  ...ofCompany(goLiveQueries),
};

/** Every mutation of the dashboard, by name. */
export const mutations = {
  ...ofCompany(accountMutations),
  ...ofCompany(passkeyMutations),
  ...ofCompany(notificationMutations),
  ...paymentMutations,
  ...paymentListMutations,
  ...exceptionMutations,
  ...merchantMutations,
  ...settlementMutations,
  ...heldMutations,
  ...developerMutations,
  ...webhookMutations,
  ...settingsMutations,
  ...ofCompany(memberMutations),
  ...ofCompany(goLiveMutations),
};
