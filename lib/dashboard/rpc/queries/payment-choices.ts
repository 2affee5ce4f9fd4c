import { z } from "zod";
import { findChain, isEnabled } from "#lib/chain/chains.ts";
import { assetOf, tokensOf } from "#lib/chain/tokens.ts";
import { modeOf } from "#lib/core/account-mode.ts";
import { listCurrencies } from "#lib/core/currencies.ts";
import { formatUnit } from "#lib/core/money.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { listMerchantSummaries } from "#lib/domain/merchants/list-merchant-summaries.ts";
import { listMerchants, listMerchantsByIds } from "#lib/domain/merchants/list-merchants.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { worthOf } from "#lib/domain/payments/rates/worth.ts";

const shown = 20;

/**
 * Merchants that match a search, in addition to those already chosen. The email and the creation date tell merchants of the same
 * name apart.
 */
const merchants = defineQuery({
  right: "read",
  input: z.strictObject({
    search: z.string().trim().max(100).default(""),
    chosen: z.array(z.string().max(64)).max(50).default([]),
  }),
  async resolve({ scope }, { search, chosen }) {
    const [found, known] = await Promise.all([
      listMerchants(scope, search === "" ? {} : { search }, { after: null, limit: shown }),
      listMerchantsByIds(scope, chosen),
    ]);
    const byId = new Map([...known, ...found.merchants].map((merchant) => [merchant.id, merchant]));
    const summaries = await listMerchantSummaries(scope, [...byId.keys()]);
    return {
      merchants: [...byId.values()].map(({ id, name, email, status, onlySettleableTokens }) => {
        const hasDestination = (summaries.get(id)?.destinations ?? 0) > 0;
        return { id, name, email, status, hasDestination, onlySettleableTokens };
      }),
      hasMore: found.totalCount > shown,
    };
  },
});

/**
 * The networks and tokens to filter by, and the units a payment can be requested in: tokens, and currencies with a
 * rate.
 */
const units = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ scope }) {
    const tokens = tokensOf(modeOf(scope.partnerId));
    const usable = tokens.filter(({ chainId }) => isEnabled(chainId));
    const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))];
    const priced = await Promise.all(
      listCurrencies().map(async ({ code, name, decimals }) =>
        (await worthOf(rateSource(), { unit: { kind: "fiat", currency: code }, value: 1n }).catch(() => null)) === null
          ? []
          : [{ unit: formatUnit({ kind: "fiat", currency: code }), code, name, decimals }],
      ),
    );
    return {
      symbols: [...new Set(tokens.map(({ symbol }) => symbol))],
      networks: chainIds.map((chainId) => ({ id: String(chainId), name: findChain(chainId)?.name ?? String(chainId) })),
      tokens: usable.map((token) => ({
        unit: formatUnit({ kind: "token", asset: assetOf(token) }),
        symbol: token.symbol,
        network: findChain(token.chainId)?.name ?? String(token.chainId),
        decimals: token.decimals,
      })),
      currencies: priced.flat(),
    };
  },
});

export const paymentChoiceQueries = { "payments.merchants": merchants, "payments.units": units };
