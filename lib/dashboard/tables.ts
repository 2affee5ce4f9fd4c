import { accountActions } from "#lib/dashboard/actions/account.ts";
import { developerActions } from "#lib/dashboard/actions/developers.ts";
import { memberActions } from "#lib/dashboard/actions/members.ts";
import { merchantActions } from "#lib/dashboard/actions/merchants.ts";
import { paymentActions } from "#lib/dashboard/actions/payments.ts";
import { settingsActions } from "#lib/dashboard/actions/settings.ts";
import { settlementActions } from "#lib/dashboard/actions/settlements.ts";
import { accountQueries } from "#lib/dashboard/queries/account.ts";
import { developerQueries } from "#lib/dashboard/queries/developers.ts";
import { memberQueries } from "#lib/dashboard/queries/members.ts";
import { merchantQueries } from "#lib/dashboard/queries/merchants.ts";
import { overviewQueries } from "#lib/dashboard/queries/overview.ts";
import { paymentChoiceQueries } from "#lib/dashboard/queries/payment-choices.ts";
import { paymentQueries } from "#lib/dashboard/queries/payments.ts";
import { searchQueries } from "#lib/dashboard/queries/search.ts";
import { settingsQueries } from "#lib/dashboard/queries/settings.ts";

/** Everything that the dashboard's pages read, by name. */
export const queries = {
  ...accountQueries,
  ...paymentQueries,
  ...paymentChoiceQueries,
  ...merchantQueries,
  ...overviewQueries,
  ...searchQueries,
  ...developerQueries,
  ...settingsQueries,
  ...memberQueries,
};

/** Everything that the dashboard's pages change, by name. */
export const actions = {
  ...accountActions,
  ...paymentActions,
  ...merchantActions,
  ...settlementActions,
  ...developerActions,
  ...settingsActions,
  ...memberActions,
};
