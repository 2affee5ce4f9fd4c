import type { ImportKind } from "./cruise-fixture.ts";

/** `import "<specifier>"` in the file `from`, or another kind of import. */
export type Case = readonly [from: string, specifier: string, kind?: ImportKind];

/** The imports that each rule must report. */
export const forbidden: Record<string, Case[]> = {
  "known-rooms-only": [["lib/jobs/tidy.ts", "#lib/utils/strings.ts"]],
  "core-stands-alone": [
    ["lib/core/money.ts", "#lib/db/client.ts"],
    ["lib/core/money.ts", "#lib/domain/rates/quote.ts", "type"],
  ],
  "sdk-stands-alone": [
    ["sdk/src/till.ts", "#lib/core/money.ts"],
    ["sdk/src/till.ts", "node:http"],
  ],
  "core-does-no-io": [
    ["lib/core/ids.ts", "node:fs/promises"],
    ["lib/core/ids.ts", "fs"],
    ["lib/core/ids.ts", "node:net"],
    ["lib/core/ids.ts", "node:http"],
    ["lib/core/ids.ts", "node:child_process"],
  ],
  "outside-points-back": [
    ["lib/db/scope.ts", "#lib/domain/partners/get-partner.ts"],
    ["lib/chain/relay.ts", "#lib/jobs/relay-queue.ts"],
    ["lib/log/logger.ts", "#app/root-document.tsx"],
    ["lib/db/scope.ts", "#lib/edge/cursor.ts", "type"],
  ],
  "outside-side-arrows": [
    ["lib/db/listen.ts", "#lib/queue/tasks.ts", "dynamic"],
    ["lib/db/notify.ts", "#lib/queue/wake.ts"],
    ["lib/chain/watch.ts", "#lib/queue/enqueue.ts"],
    ["lib/queue/runner.ts", "#lib/chain/registry.ts", "type"],
    ["lib/env/schema.ts", "#lib/chain/tokens.ts"],
  ],
  "outside-side-arrows-to-db": [["lib/log/audit.ts", "#lib/db/pool.ts"]],
  "domain-points-back": [
    ["lib/domain/payments/get-payment.ts", "#lib/api/presenters/present-payment.ts"],
    ["lib/domain/payments/get-payment.ts", "#lib/api/schemas/payment.ts", "type"],
    ["lib/domain/payments/get-payment.ts", "#lib/jobs/expire-payment.ts"],
    ["lib/domain/payments/get-payment.ts", "#lib/edge/http-error.ts"],
    ["lib/domain/payments/get-payment.ts", "#scripts/pay.ts"],
    ["lib/domain/payments/get-payment.ts", "#components/ui/button.tsx"],
  ],
  "payments-knows-each-folder": [["lib/jobs/expire.ts", "#lib/domain/payments/new-folder/expire.ts"]],
  "payments-files-at-the-bottom": [
    ["lib/domain/payments/transition.ts", "#lib/domain/payments/rates/convert.ts"],
    ["lib/domain/payments/payment.ts", "#lib/domain/payments/refunds/refund.ts", "type"],
  ],
  "payments-row-of-refund-requests-points-down": [
    ["lib/domain/payments/refund-requests/create-refund.ts", "#lib/domain/payments/recovery/recover-paid.ts"],
  ],
  "payments-row-of-gateway-points-down": [
    ["lib/domain/payments/gateway/quote.ts", "#lib/domain/payments/refund-requests/create-refund.ts"],
  ],
  "payments-row-of-collection-points-down": [
    ["lib/domain/payments/collection/recipients.ts", "#lib/domain/payments/gateway/quote.ts"],
    ["lib/domain/payments/reading/repository.ts", "#lib/domain/payments/collection/recipients.ts", "type"],
  ],
  "payments-row-of-payouts-points-down": [
    ["lib/domain/payments/payouts/parties.ts", "#lib/domain/payments/collection/recipients.ts"],
  ],
  "payments-row-of-creation-points-down": [
    ["lib/domain/payments/refunds/record-refund.ts", "#lib/domain/payments/payouts/open-payout.ts"],
    ["lib/domain/payments/refunds/record-refund.ts", "#lib/domain/payments/refund-requests/create-refund.ts"],
  ],
  "payments-row-of-buyer-data-points-down": [
    ["lib/domain/payments/buyer-data/get-buyer-data-form.ts", "#lib/domain/payments/gateway/gateway-payment.ts"],
    ["lib/domain/payments/buyer-data/get-buyer-data-form.ts", "#lib/domain/payments/gateway/offer-options.ts", "type"],
  ],
  "payments-row-of-customers-points-down": [
    ["lib/domain/payments/ledger/reconcile.ts", "#lib/domain/payments/settlements/balances.ts"],
    ["lib/domain/payments/listing/filter.ts", "#lib/domain/payments/rates/convert.ts"],
  ],
  "rules-know-no-framework": [
    ["lib/domain/payments/gateway/confirm-payment.ts", "next"],
    ["lib/domain/payments/gateway/confirm-payment.ts", "next/server"],
    ["lib/domain/payments/gateway/confirm-payment.ts", "react"],
    ["lib/domain/payments/gateway/confirm-payment.ts", "react-dom/server"],
    ["lib/core/errors.ts", "next/navigation"],
    ["lib/log/request.ts", "next/headers"],
  ],
  "edges-point-back": [
    ["lib/api/render-error.ts", "#components/ui/alert.tsx"],
    ["lib/dashboard/session.ts", "#app/sign-in/page.tsx"],
  ],
  "edges-apart": [
    ["lib/dashboard/list-payments.ts", "#lib/api/pagination.ts"],
    ["lib/api/authenticate.ts", "#lib/jobs/touch-key.ts"],
  ],
  "edge-kernel-points-back": [
    ["lib/edge/parse-input.ts", "#lib/api/operation.ts", "type"],
    ["lib/edge/parse-input.ts", "#lib/dashboard/session.ts"],
    ["lib/edge/parse-input.ts", "#app/root-document.tsx"],
  ],
  "app-is-routing": [
    ["app/readyz/route.ts", "#lib/db/ping.ts"],
    ["app/readyz/route.ts", "#lib/queue/depth.ts"],
    ["app/readyz/route.ts", "#lib/chain/head.ts"],
  ],
  "entry-points-apart": [
    ["app/metrics/route.ts", "#scripts/server.ts"],
    ["scripts/worker.ts", "#app/metrics/render.ts"],
  ],
  "relay-knows-each-folder": [["lib/jobs/sweep.ts", "#lib/chain/relay/new-folder/sweep.ts"]],
  "relay-files-at-the-bottom": [["lib/chain/relay/row.ts", "#lib/chain/relay/wallets/list-wallets.ts"]],
  "relay-row-of-limits-points-down": [
    ["lib/chain/relay/nonces/take-nonce.ts", "#lib/chain/relay/wallets/pause-wallet.ts"],
    ["lib/chain/relay/limits/limit.ts", "#lib/chain/relay/recovery/recover.ts", "type"],
  ],
  "relay-row-of-fees-points-down": [["lib/chain/relay/fees/price.ts", "#lib/chain/relay/sending/seal.ts"]],
  "relay-row-of-sending-points-down": [
    ["lib/chain/relay/sending/announce.ts", "#lib/chain/relay/watching/blocks.ts"],
    ["lib/chain/relay/watching/receipt.ts", "#lib/chain/relay/loops/pace.ts", "type"],
  ],
  "relay-row-of-recovery-points-down": [["lib/chain/relay/recovery/attribute.ts", "#lib/chain/relay/loops/turn.ts"]],
  "components-point-back": [["components/checkout/pay-button.tsx", "#app/actions/pay.ts"]],
  "components-know-no-server": [
    ["components/dashboard/payment-table.tsx", "#lib/db/payments.ts"],
    ["components/dashboard/payment-table.tsx", "#lib/domain/payments/list-payments.ts"],
    ["components/dashboard/payment-table.tsx", "#lib/edge/error-table.ts"],
    ["components/dashboard/payment-table.tsx", "#lib/domain/payments/state.ts", "type"],
    ["components/dashboard/payment-table.tsx", "#lib/api/presenters/present-list.ts"],
  ],
  "components-see-types-of-schemas": [["components/checkout/amount.tsx", "#lib/api/schemas/amount.ts"]],
  "components-do-no-io": [["components/dashboard/export.tsx", "pino"]],
  "components-use-no-builtins": [["components/dashboard/export.tsx", "node:fs"]],
  "prisma-client-has-two-homes": [
    ["lib/domain/merchants/create-merchant.ts", "#lib/db/generated/client.ts"],
    ["lib/domain/merchants/create-merchant.ts", "#lib/db/generated/enums.ts", "type"],
    ["scripts/migrate.ts", "#lib/db/generated/client.ts"],
  ],
  "prisma-runtime-stays-in-db": [["lib/domain/merchants/update-merchant.ts", "@prisma/client"]],
  "pg-stays-in-db": [
    ["lib/domain/payments/repository.ts", "pg"],
    ["lib/queue/pool.ts", "pg", "type"],
    ["app/healthz/route.ts", "pg"],
  ],
  "viem-stays-on-chain": [
    ["lib/core/money.ts", "viem"],
    ["lib/api/operations/confirm.ts", "viem/utils"],
    ["components/checkout/sign.tsx", "viem", "type"],
  ],
  "product-knows-no-tests": [
    ["lib/domain/refunds/refund-payment.ts", "#test/db/fixtures.ts"],
    ["scripts/seed-demo.ts", "#lib/core/money.test.ts"],
    ["components/ui/button.tsx", "../../e2e/pages.ts"],
    ["app/pay/page.tsx", "../../bench/load.ts"],
  ],
  "no-cycles": [
    ["lib/core/cycle-a.ts", "#lib/core/cycle-b.ts"],
    ["lib/core/cycle-b.ts", "#lib/core/cycle-a.ts"],
    ["lib/chain/types-a.ts", "#lib/chain/types-b.ts", "type"],
    ["lib/chain/types-b.ts", "#lib/chain/types-a.ts", "type"],
  ],
  "imports-resolve": [
    ["lib/domain/rates/fetch-rate.ts", "#lib/core/missing.ts"],
    ["lib/domain/rates/fetch-rate.ts", "#lib/core/clock"],
  ],
  "links-have-one-home": [["components/dashboard/nav.tsx", "next/link"]],
  "packages-are-declared": [["lib/log/json.ts", "minimatch"]],
  "product-packages-are-dependencies": [["lib/log/json.ts", "vitest"]],
};

/** Imports that no rule may report. */
export const allowed: Case[] = [
  ["lib/chain/relay/loops/send.ts", "#lib/chain/relay/sending/begin.ts"],
  ["lib/chain/relay/sending/reach.ts", "#lib/chain/relay/state.ts"],
  ["app/v1/payments/route.ts", "#lib/api/operations/create-payment.ts"],
  ["app/v1/payments/route.ts", "#lib/domain/payments/creation/create-payment.ts"],
  ["app/pay/page.tsx", "#components/checkout/checkout.tsx"],
  ["scripts/worker.ts", "#lib/jobs/registry.ts"],
  ["scripts/devnet/start.ts", "#lib/chain/tokens.ts"],
  ["scripts/devnet/start.ts", "viem"],
  ["scripts/postgres/start.ts", "pg"],
  ["scripts/pay.ts", "node:child_process"],
  ["components/dashboard/row.tsx", "react"],
  ["components/dashboard/row.tsx", "#lib/core/money.ts"],
  ["components/dashboard/row.tsx", "#lib/api/schemas/payment.ts", "type"],
  ["components/dashboard/row.tsx", "#lib/api/schemas/refund.ts", "inline type"],
  ["lib/api/presenters/present.ts", "#lib/domain/payments/state.ts"],
  ["lib/jobs/collect.ts", "#lib/queue/enqueue.ts"],
  ["lib/api/define-route.ts", "#lib/edge/parse-input.ts"],
  ["lib/dashboard/define.ts", "#lib/edge/parse-input.ts"],
  ["lib/edge/answer-once.ts", "#lib/domain/payments/state.ts"],
  ["lib/edge/answer-once.ts", "#lib/db/in-transaction.ts"],
  ["lib/domain/refunds/create-refund.ts", "#lib/domain/payments/state.ts"],
  ["lib/domain/refunds/create-refund.ts", "#lib/db/in-transaction.ts"],
  ["lib/domain/refunds/create-refund.ts", "#lib/chain/relay.ts"],
  ["lib/domain/refunds/create-refund.ts", "viem"],
  ["lib/domain/refunds/repository.ts", "#lib/db/generated/client.ts"],
  ["lib/domain/refunds/repository.ts", "#lib/db/generated/enums.ts", "type"],
  ["lib/db/client.ts", "#lib/db/generated/client.ts"],
  ["lib/db/client.ts", "@prisma/adapter-pg"],
  ["lib/db/client.ts", "pg"],
  ["lib/chain/reserve.ts", "#lib/db/pool.ts"],
  ["lib/chain/reserve.ts", "#lib/env/schema.ts"],
  ["lib/chain/reserve.ts", "#lib/log/logger.ts"],
  ["lib/chain/reserve.ts", "node:timers/promises"],
  ["lib/queue/enqueue.ts", "#lib/db/pool.ts"],
  ["lib/log/logger.ts", "#lib/env/schema.ts"],
  ["lib/core/caip.ts", "viem"],
  ["lib/core/ids.ts", "node:crypto"],
  ["lib/core/money.test.ts", "#lib/db/pool.ts"],
  ["lib/core/money.test.ts", "#test/chain/anvil.ts"],
  ["lib/domain/refunds/refund.db.test.ts", "#scripts/devnet/start.ts"],
  ["test/db/fixtures.ts", "pg"],
  ["test/db/fixtures.ts", "#lib/db/generated/client.ts"],
  ["bench/run.ts", "viem"],
  ["bench/run.ts", "#lib/db/pool.ts"],
  ["e2e/pay.spec.ts", "#test/chain/anvil.ts"],
];

/** Targets of the cases above that don't exist. */
export const missing = ["lib/core/missing.ts", "lib/core/clock"];

/** Files that nothing imports and that import nothing: orphans, unless a tool finds them by their path. */
export const orphans = ["lib/core/left-over.ts", "components/ui/left-over.tsx", "scripts/devnet/left-over.ts"];
export const entryPoints = [
  "app/(partner)/dashboard/payments/page.tsx",
  "app/(buyer)/(checkout)/pay/[paymentId]/not-found.tsx",
  "app/robots.ts",
  "app/healthz/route.ts",
  "scripts/postinstall.mjs",
  "proxy.ts",
  "next.config.ts",
  "lib/core/alone.test.ts",
  "test/db/global-setup.ts",
];
