// Generated from the OpenAPI document of version 2026-02-18 by `npm run sdk -- generate`. A test fails when it is stale.
/** The paths whose POST takes an idempotency key. */
export const idempotentPaths: ReadonlySet<string> = new Set([
    "/v1/payments",
    "/v1/merchant/payment",
    "/v1/refunds",
    "/v1/merchants",
    "/v1/merchants/{merchantId}/settlements/crypto",
    "/v1/merchants/{merchantId}/settlements/held",
    "/v1/webhook-endpoints",
    "/v1/webhook-endpoints/{id}/rotate-secret",
    "/v1/webhook-endpoints/{id}/replay"
]);
export interface paths {
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Returns payments with statistics, newest first by default. Repeat a list parameter or separate its values by commas. The statistics cover every matching payment, not only this page.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Create a payment
         * @description Returns the payment link for the buyer. The buyer's options determine the tokens and amounts they can pay with.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment's status
         * @description With maxPollMs, the response waits for the status to change; without it, the response is immediate. A final status never changes.
         */
        get: operations["getPaymentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a payment's details
         * @description settlement is set once the transfer to the merchant's wallet is final. That is the transaction that collects the payment, unless the merchant had no settlement destination for the asset.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an unconfirmed payment
         * @description Works only while the status is requires_action. Repeating the call returns the same response.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a merchant's payments
         * @description Works like the list of all payments, for the merchant in the Merchant-Id header.
         */
        get: operations["listMerchantPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/{merchantId}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchant/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment (path for older clients)
         * @description Returns the payment link for the buyer. The buyer's options determine the tokens and amounts they can pay with.
         */
        post: operations["createPaymentAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchant/payment/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment's status (path for older clients)
         * @description With maxPollMs, the response waits for the status to change; without it, the response is immediate. A final status never changes.
         */
        get: operations["getPaymentStatusAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment
         * @description Refunds a payment in full or in part. With mode mark, the default, it records a refund without moving money: send the money back yourself. With mode request, it returns a link at which the merchant's wallet pays the buyer; the service pays the gas. While the treasury holds the payment's money, because the merchant had no settlement destination, mode request sends all of it, net of fees, from the treasury to the buyer: the status is processing at once, and there is no link. The payment's status stays succeeded. Once nothing is left to refund, another call returns 409.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a requested refund
         * @description Ends the link of a refund that wasn't signed yet, so that its amount can be refunded another way. Repeating the call returns the same response.
         */
        post: operations["cancelRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List merchants
         * @description Returns merchants newest first, without deleted ones.
         */
        get: operations["listMerchants"];
        put?: never;
        /**
         * Create a merchant
         * @description The logo is fetched and checked during the call; buyers see our copy of it. Buyers can pay with every token; money in a token without a settlement destination is held. Set onlySettleableTokens to offer them only the tokens that have one.
         */
        post: operations["createMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/{merchantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a merchant with its settlements
         * @description Returns the profile and the settlement destinations of one of your merchants. A deleted merchant is not found.
         */
        get: operations["getMerchant"];
        put?: never;
        post?: never;
        /**
         * Delete a merchant
         * @description A deleted merchant accepts no new payments and is no longer listed. Its existing payments stay: they can be read, listed and cancelled. Repeating the call returns the same response.
         */
        delete: operations["deleteMerchant"];
        options?: never;
        head?: never;
        /**
         * Update a merchant's profile
         * @description Fields you leave out stay as they are. A new logo is fetched and checked before anything changes; an iconUrl that is set already is not fetched again.
         */
        patch: operations["updateMerchant"];
        trace?: never;
    };
    "/v1/merchants/{merchantId}/settlements/crypto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register crypto settlements
         * @description Registers all entries or none. Addresses are verified against their checksum and stored with it. The addresses of the service itself (relayer wallets and payment routers) are refused. The response names the money that is already held in these assets; it stays held until you pay it out.
         */
        post: operations["registerCryptoSettlements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/{merchantId}/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a merchant's settlement destinations
         * @description Returns the crypto and fiat destinations of one of your merchants.
         */
        get: operations["listSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/{merchantId}/settlements/crypto/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a crypto settlement's destination
         * @description A payment is settled to the destination that is set when the buyer confirms it.
         */
        put: operations["changeCryptoSettlement"];
        post?: never;
        /**
         * Delete a crypto settlement
         * @description The money of later payments in the asset is held by the service until a destination is added and the payout requested.
         */
        delete: operations["deleteCryptoSettlement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/{merchantId}/settlements/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the money that is held for a merchant
         * @description Money of payments whose merchant had no settlement destination for the asset, with the latest order to pay it out. Also for a deleted merchant.
         */
        get: operations["listHeldMoney"];
        put?: never;
        /**
         * Pay out the money that is held for a merchant
         * @description Orders the payout of everything that is held in one asset to the merchant's settlement destination. The payouts are sent one by one; follow them with GET on the same path. While an order is running, the same order is returned. Changing the destination stops it. Held money of a deleted merchant can go to another wallet, which this request names.
         */
        post: operations["payOutHeldMoney"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events of the last 90 days, newest first. Repeat a list parameter or separate its values by commas. With a Merchant-Id, only that merchant's events. An event can appear up to a minute after later ones: when you poll with startTs, read the last minute again and skip the ids that you know.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an event
         * @description Returns the same event each time, in the version of the request, until it is deleted after 90 days.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refund-requests/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a refund request
         * @description The link's token is the permission to read the refund. Only the accounts in payersCaip10 can pay it.
         */
        get: operations["getRefundRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refund-requests/{token}/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the option to pay a refund
         * @description Returns what the merchant's wallet has to sign: an authorization of the token where it supports that, otherwise a Permit2 transfer, with an approval first if one is missing. A wallet that isn't one of the refund's payers gets a 400 that names them.
         */
        post: operations["getRefundOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refund-requests/{token}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the wallet actions of a refund's option
         * @description Returns the same actions as the option itself, for wallets that fetch them separately.
         */
        post: operations["fetchRefundActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refund-requests/{token}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a refund with the wallet's results
         * @description Submits the signed results. Repeating a confirm is safe and returns the current status. If the transaction fails, the status is requested again, and the wallet can sign a new option.
         */
        post: operations["confirmRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refund-requests/{token}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund request's status
         * @description The link's token is the permission to read the status. Only requested refunds can be paid.
         */
        get: operations["getRefundRequestStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the endpoints of your account, without their secrets.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The endpoint receives events from now on, as Standard Webhooks: verify each by its signature and the secret in this response. Any status from 200 to 299 within 10 seconds confirms a webhook; others are retried for three days. An account can have 16 endpoints.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a webhook endpoint
         * @description Returns the endpoint without its secret, which is shown only when it is created or rotated.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it, and its pending deliveries fail. Repeating the call returns the same response.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Fields you leave out stay as they are. Filters apply to events from now on. Set status to pause the endpoint or to enable it again.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's secret
         * @description During the overlap, webhooks carry two signatures: one by the new secret and one by the previous one. Any earlier secret stops working at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Sends an event of type webhook.test, regardless of the endpoint's status and filters, and waits up to 10 seconds for the endpoint's response. The result is returned only here: the test isn't retried, and the endpoint's status doesn't change. At most 10 tests per endpoint, and 30 in total, are sent in a minute.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events to a webhook endpoint
         * @description Redelivers one event, all events whose delivery failed, or all events in a time range that match the endpoint's filters, whether or not they were delivered. Events are kept for 90 days, including those from before the endpoint existed. They are queued in the background: fetch the endpoint to follow its lastReplay. Deliveries that are pending stay as they are.
         */
        post: operations["replayWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook endpoint's deliveries
         * @description Returns the deliveries of events to this endpoint, newest first.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a webhook delivery with its attempts
         * @description Returns the delivery of one event to this endpoint, with every attempt.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gateway/payment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a payment
         * @description Returns what a buyer and their wallet may know about a payment. The id can be the payment link itself, percent-encoded.
         */
        get: operations["getGatewayPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gateway/payment/{id}/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List payment options
         * @description Returns the options that can complete the payment: the chain is enabled and the balance is sufficient. Gasless options come first. An empty list means that no balance is sufficient; when there is no option because networks aren't responding, the response is a 503 with Retry-After. When the merchant offers only tokens that can be settled and has no settlement destination for this payment, the response is 400 invalid_state.
         */
        post: operations["getPaymentOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gateway/payment/{id}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch an option's wallet actions
         * @description Returns the same actions as the option itself, for wallets that fetch them separately.
         */
        post: operations["fetchPaymentActions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gateway/payment/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a payment with the wallet's results
         * @description Submits the signed results. Repeating a confirm is safe and returns the current status, also after the payment has ended. If the token refuses the transfer, because its issuer has blocked an account or paused it, the response is 400 invalid_state with the reason. Poll until isFinal is true.
         */
        post: operations["confirmPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gateway/payment/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment's status
         * @description With maxPollMs, the response waits for the status to change; without it, the response is immediate. A final status never changes.
         */
        get: operations["getGatewayStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gateway/payment/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an unconfirmed payment
         * @description Works only while the status is requires_action. Repeating the call returns the same response.
         */
        post: operations["cancelGatewayPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment was created. */
        post: operations["on_payment_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The buyer has confirmed a payment. Its transaction is being sent. */
        post: operations["on_payment_processing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment was collected, final on chain. */
        post: operations["on_payment_succeeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment failed: its transaction failed, or the buyer's account was declined. */
        post: operations["on_payment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment expired before the buyer confirmed it. */
        post: operations["on_payment_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment was cancelled before the buyer confirmed it. */
        post: operations["on_payment_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment's money is held, because the merchant has no settlement destination for its asset. */
        post: operations["on_payout_held"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment's money has reached the merchant's wallet, final on chain. */
        post: operations["on_payout_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An attempt to pay a merchant failed. The money is still held, and another attempt may follow. */
        post: operations["on_payout_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A refund was requested from the merchant's wallet. */
        post: operations["on_refund_requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.marked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A refund that was paid some other way was recorded. */
        post: operations["on_refund_marked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A requested refund was paid to the buyer, final on chain. */
        post: operations["on_refund_succeeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A requested refund failed for good. One whose transaction failed once can be signed again. */
        post: operations["on_refund_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A requested refund was cancelled before the merchant's wallet signed it. */
        post: operations["on_refund_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A requested refund expired before the merchant's wallet signed it. */
        post: operations["on_refund_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "merchant.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A merchant was created. */
        post: operations["on_merchant_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "merchant.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A merchant's profile or status was changed. */
        post: operations["on_merchant_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "merchant.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A merchant was deleted. */
        post: operations["on_merchant_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "settlement_destination.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The account that receives a merchant's money was added, changed or removed. */
        post: operations["on_settlement_destination_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api_key.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An API key was created. */
        post: operations["on_api_key_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A webhook endpoint was disabled, because its deliveries kept failing. */
        post: operations["on_webhook_endpoint_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The body of every error response. The list of codes is closed. */
        Error: {
            /**
             * @description The machine-readable reason.
             * @enum {string}
             */
            code: "invalid_params" | "params_validation" | "missing_idempotency_key" | "payment_not_succeeded" | "invalid_state" | "quote_expired" | "invalid_api_version" | "unknown_api_version" | "header_not_ascii" | "missing_api_key" | "invalid_api_key" | "missing_merchant_id" | "missing_auth_headers" | "invalid_app_id" | "forbidden" | "payment_not_found" | "not_found" | "idempotency_conflict" | "settlement_asset_conflict" | "already_refunded" | "version_conflict" | "payment_expired" | "rate_limited" | "internal_error" | "bad_gateway";
            /** @description The human-readable reason. Its wording may change. */
            message: string;
            /** @description The invalid fields, at most the first twenty; present with params_validation. */
            issues?: {
                /** @description A dotted path, such as settlements.0.asset; empty for the whole value. */
                field: string;
                /** @description The rule that the field breaks. */
                message: string;
            }[];
        };
        /** @enum {string} */
        PaymentStatus: "requires_action" | "processing" | "succeeded" | "failed" | "expired" | "cancelled";
        PaymentStatusAnswer: {
            /** @description The payment's status. */
            status: components["schemas"]["PaymentStatus"];
            /** @description True when the status is final and polling can stop. */
            isFinal: boolean;
            /** @description Milliseconds to wait before polling again; null when the status is final. */
            pollInMs: number | null;
            /** @description Why the payment failed, if there is a reason to report. Present only when status is failed. */
            failureCode?: "declined_user" | null;
            /** @description The transaction that paid; null until the payment succeeds. */
            info: components["schemas"]["ResultInfo"] | null;
        };
        ResultInfo: {
            /** @description The amount the buyer paid. */
            optionAmount: components["schemas"]["Amount"];
            /** @description The transaction hash. */
            txId: string;
        };
        Display: {
            /** @description The asset's symbol. */
            assetSymbol: string;
            /** @description The asset's name. */
            assetName: string;
            /** @description The number of digits of value after the decimal point. */
            decimals: number;
            /** @description The chain's name. */
            networkName?: string;
            /**
             * Format: uri
             * @description The URL of the asset's icon.
             */
            iconUrl?: string;
            /**
             * Format: uri
             * @description The URL of the chain's icon.
             */
            networkIconUrl?: string;
        };
        Amount: {
            /** @description The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency. */
            unit: string;
            /** @description An integer in the asset's smallest unit, as decimal digits. */
            value: string;
            /** @description How to display the amount. */
            display: components["schemas"]["Display"];
        };
        PaymentRefund: {
            /**
             * @description How much of the payment was refunded so far.
             * @enum {string}
             */
            status: "none" | "partial" | "full";
            /** @description What was refunded so far, in the token that the buyer paid. */
            amount: components["schemas"]["Amount"];
            /** @description The payment's refunds, oldest first. */
            refunds: {
                /** @description The refund's id. */
                refundId: string;
                /**
                 * @description How the refund is paid: mark records one that you pay yourself, request returns a link to pay it from the merchant's wallet, or pays it from the treasury while that holds the payment's money.
                 * @enum {string}
                 */
                mode: "mark" | "request";
                /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
                status: components["schemas"]["RefundStatus"];
                /** @description The amount, in the token that the buyer paid. */
                amount: components["schemas"]["Amount"];
                /**
                 * Format: date-time
                 * @description When the refund was created.
                 */
                createdAt: string;
                /** @description When the link expires, in Unix seconds: after 7 days. */
                expiresAt?: number;
                /** @description The transaction that paid the buyer. */
                txId?: string;
                /** @description Why the last transaction failed; null if none has. */
                failure?: string | null;
            }[];
        };
        /** @enum {string} */
        RefundStatus: "marked" | "requested" | "processing" | "succeeded" | "failed" | "expired" | "cancelled";
        PaymentList: {
            /** @description One page of payments. */
            data: components["schemas"]["Payment"][];
            /** @description The cursor of the next page; null on the last page. */
            nextCursor: string | null;
            /** @description Statistics of all matching payments, not only this page. */
            stats: {
                /** @description The revenue of succeeded payments, by currency. Refunds aren't subtracted. */
                totalRevenue: {
                    /** @description In major units: 12.5 means 12.50 USD. */
                    amount: number;
                    /** @description The currency, as ISO 4217. */
                    currency: string;
                }[];
                /** @description The fees of succeeded payments, by currency; empty without fees. */
                totalFees: {
                    /** @description In major units: 12.5 means 12.50 USD. */
                    amount: number;
                    /** @description The currency, as ISO 4217. */
                    currency: string;
                }[];
                /** @description The part of the revenue that was refunded, by currency; empty without refunds. */
                totalRefunded: {
                    /** @description In major units: 12.5 means 12.50 USD. */
                    amount: number;
                    /** @description The currency, as ISO 4217. */
                    currency: string;
                }[];
                /** @description Revenue less fees and refunds, by currency. Negative where refunds exceed the revenue after fees, because fees aren't refunded. */
                totalNetRevenue: {
                    /** @description In major units: 12.5 means 12.50 USD. */
                    amount: number;
                    /** @description The currency, as ISO 4217. */
                    currency: string;
                }[];
                /** @description The number of matching payments. */
                totalTransactions: number;
                /** @description The number of different buyers who paid. */
                totalCustomers: number;
            };
        };
        Payment: {
            /** @description The payment's id. */
            paymentId: string;
            /** @description The merchant who is paid. */
            merchant: {
                /** @description The merchant's id. */
                id: string;
                /** @description The merchant's name. */
                name: string;
                /** @description The URL of the merchant's logo. */
                iconUrl?: string;
            };
            /** @description Your reference for the payment. */
            referenceId: string;
            /** @description The payment's status. */
            status: components["schemas"]["PaymentStatus"];
            /** @description True when the status is final. */
            isTerminal: boolean;
            /** @description The amount in a fiat currency. */
            fiatAmount: components["schemas"]["Amount"];
            /** @description The amount in the token that the buyer chose. */
            tokenAmount?: components["schemas"]["Amount"];
            /** @description The buyer; present once an option is confirmed. */
            buyer?: {
                /** @description The buyer's account, as CAIP-10. */
                accountCaip10: string;
                /** @description The wallet's name. */
                accountProviderName?: string;
                /** @description The URL of the wallet's icon. */
                accountProviderIcon?: string;
            };
            /** @description The transaction that collects the money. */
            transaction?: {
                /** @description The chain's bare id, such as 8453. */
                networkId: string;
                /** @description The transaction hash. */
                hash: string;
                /** @description The transaction's nonce. */
                nonce: number;
            };
            /** @description The transfer to the merchant's wallet; absent when there is nothing to report. */
            settlement?: {
                /** @description Whether the money has reached the merchant's wallet. */
                settled: boolean;
                /** @description The amount that was delivered; present when settled. */
                amount?: components["schemas"]["Amount"];
                /** @description The transfer's transaction hash, usually that of the collection; present when settled. */
                txHash?: string;
            };
            /** @description The service's fees, taken in the transaction that collects the money. */
            fees: {
                /** @description All fees together. */
                total: components["schemas"]["Amount"];
                /** @description The fixed part. */
                fixed: components["schemas"]["Amount"];
                /** @description The part relative to the amount: 0.4 means 0.4 %. */
                percentage: string;
            };
            /**
             * Format: date-time
             * @description When the payment was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the status last changed.
             */
            lastUpdatedAt: string;
            /**
             * Format: date-time
             * @description When the money reached the merchant's wallet.
             */
            settledAt?: string;
            /** @description The payment's refunds; absent while there are none. */
            refund?: components["schemas"]["PaymentRefund"];
        };
        MerchantDetails: {
            /** @description The merchant's id. */
            id: string;
            /** @description The name that buyers see. */
            name: string;
            /** @description The merchant's contact email; buyers don't see it. */
            email: string;
            /** @description The logo's URL as it was set. Buyers see a copy of the file that was there at that time. */
            iconUrl: string | null;
            /**
             * @description Only an active merchant accepts new payments.
             * @enum {string}
             */
            status: "active" | "inactive" | "suspended";
            /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
            onlySettleableTokens: boolean;
            /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
            supportContact: string | null;
            /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
            brandColor: string | null;
            /**
             * Format: date-time
             * @description When the merchant was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the merchant was last changed.
             */
            updatedAt: string;
        };
        CryptoSettlement: {
            /** @description The settlement's id. */
            id: string;
            /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
            asset: string;
            /** @description The wallet that receives the money: CAIP-10, on the asset's chain. */
            destination: string;
            /**
             * Format: date-time
             * @description Only while a change is pending, where the service delays changes of destinations: when pendingDestination replaces destination, or, without pendingDestination, when a new destination is used first.
             */
            takesEffectAt?: string;
            /** @description Only while a change is pending: the wallet that receives the money from takesEffectAt on. */
            pendingDestination?: string;
        };
        Settlements: {
            /** @description Destinations for tokens. */
            crypto: components["schemas"]["CryptoSettlement"][];
            /** @description Destinations for currencies. */
            fiat: {
                /** @description The settlement's id. */
                id: string;
                /** @description The settlement's status. */
                status: string;
                /** @description The kind of bank account. */
                bankType: string;
                /** @description The currency, as ISO 4217. */
                currency: string;
            }[];
        };
        Merchant: {
            /** @description The merchant's id. */
            id: string;
            /** @description The name that buyers see. */
            merchantName: string;
            /** @description The merchant's contact email; buyers don't see it. */
            merchantEmail: string;
            /** @description The logo's URL as it was set. Buyers see a copy of the file that was there at that time. */
            iconUrl: string | null;
            /**
             * @description Only an active merchant accepts new payments.
             * @enum {string}
             */
            status: "active" | "inactive" | "suspended";
            /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
            onlySettleableTokens: boolean;
            /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
            supportContact: string | null;
            /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
            brandColor: string | null;
            /**
             * Format: date-time
             * @description When the merchant was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the merchant was last changed.
             */
            updatedAt: string;
            /** @description The same record, for clients that read this shape. */
            merchant: components["schemas"]["MerchantDetails"];
        };
        HeldPayout: {
            /** @description The payout order's id. */
            id: string;
            /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
            asset: string;
            /** @description The wallet that receives the money: CAIP-10, on the asset's chain. */
            destination: string;
            /** @description The sum that was held when it was ordered, net of fees. */
            amount: components["schemas"]["Amount"];
            /** @description The number of payments that it comes from. */
            payments: number;
            /** @description The number of payments whose payout has been started. */
            opened: number;
            /**
             * @description Payouts are started while it is running. Once it is completed, all have been started, and each payment's settlement says when its money has arrived. If it is stopped, the rest is still held.
             * @enum {string}
             */
            status: "running" | "completed" | "stopped";
            /** @description Why it stopped; null otherwise. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was ordered.
             */
            createdAt: string;
        };
        EventList: {
            /** @description One page of events. */
            data: components["schemas"]["Event"][];
            /** @description The cursor of the next page; null on the last page. */
            nextCursor: string | null;
        };
        Event: {
            /** @description The event's id: the same each time it is shown or delivered. */
            id: string;
            /** @description What happened. More types may be added: ignore those that you don't know. */
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description The API version of the resources in data.
             * @enum {string}
             */
            apiVersion: "2026-02-18" | "2026-02-19.preview";
            /** @description The resources that the event is about, as they were after it. */
            data: {
                /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                payment?: components["schemas"]["EventPayment"];
                /** @description The refund as it was after the event. */
                refund?: components["schemas"]["EventRefund"];
                /** @description The payout that the event is about. */
                payout?: components["schemas"]["EventPayout"];
                /** @description The merchant as it was after the event. */
                merchant?: components["schemas"]["Merchant"];
                /** @description The change of a settlement destination. */
                settlementDestination?: components["schemas"]["EventSettlementDestination"];
                /** @description The new API key, without its secret. */
                apiKey?: components["schemas"]["EventApiKey"];
                /** @description The webhook endpoint. */
                webhookEndpoint?: {
                    [key: string]: unknown;
                };
            };
        };
        /** @enum {string} */
        EventType: "payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled";
        EventPayment: {
            /** @description The payment's id. */
            paymentId: string;
            /** @description The merchant who is paid. */
            merchant: {
                /** @description The merchant's id. */
                id: string;
                /** @description The merchant's name. */
                name: string;
                /** @description The URL of the merchant's logo. */
                iconUrl?: string;
            };
            /** @description Your reference for the payment. */
            referenceId: string;
            /** @description The payment's status. */
            status: components["schemas"]["PaymentStatus"];
            /** @description True when the status is final. */
            isTerminal: boolean;
            /** @description The amount in a fiat currency. */
            fiatAmount: components["schemas"]["Amount"];
            /** @description The amount in the token that the buyer chose. */
            tokenAmount?: components["schemas"]["Amount"];
            /** @description The buyer; present once an option is confirmed. */
            buyer?: {
                /** @description The buyer's account, as CAIP-10. */
                accountCaip10: string;
                /** @description The wallet's name. */
                accountProviderName?: string;
                /** @description The URL of the wallet's icon. */
                accountProviderIcon?: string;
            };
            /** @description The transaction that collects the money. */
            transaction?: {
                /** @description The chain's bare id, such as 8453. */
                networkId: string;
                /** @description The transaction hash. */
                hash: string;
                /** @description The transaction's nonce. */
                nonce: number;
            };
            /** @description The transfer to the merchant's wallet; absent when there is nothing to report. */
            settlement?: {
                /** @description Whether the money has reached the merchant's wallet. */
                settled: boolean;
                /** @description The amount that was delivered; present when settled. */
                amount?: components["schemas"]["Amount"];
                /** @description The transfer's transaction hash, usually that of the collection; present when settled. */
                txHash?: string;
            };
            /** @description The service's fees, taken in the transaction that collects the money. */
            fees: {
                /** @description All fees together. */
                total: components["schemas"]["Amount"];
                /** @description The fixed part. */
                fixed: components["schemas"]["Amount"];
                /** @description The part relative to the amount: 0.4 means 0.4 %. */
                percentage: string;
            };
            /**
             * Format: date-time
             * @description When the payment was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the status last changed.
             */
            lastUpdatedAt: string;
            /**
             * Format: date-time
             * @description When the money reached the merchant's wallet.
             */
            settledAt?: string;
            /** @description The payment's refunds; absent while there are none. */
            refund?: components["schemas"]["PaymentRefund"];
            /** @description The purchase in a sentence; absent unless it was set when the payment was created. */
            description?: string;
            /** @description What the buyer pays for; absent unless it was set when the payment was created. */
            lineItems?: {
                /** @description The item's name. */
                name: string;
                /** @description The number of units. */
                quantity: number;
                /** @description The price of the whole line in the smallest unit of the payment's amount, as decimal digits. */
                total: string;
            }[];
        };
        EventRefund: {
            /** @description The payment's id. */
            paymentId: string;
            /** @description The refund's id. */
            refundId: string;
            /** @description The amount, in the token that the buyer paid. */
            amount: components["schemas"]["Amount"];
            /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
            status: components["schemas"]["RefundStatus"];
            /** @description When the link expires, in Unix seconds: after 7 days. */
            expiresAt?: number;
        };
        EventPayout: {
            /**
             * @description The outcome of the payout.
             * @enum {string}
             */
            status: "held" | "sent" | "failed";
            /** @description The amount, after fees. */
            amount: components["schemas"]["Amount"];
            /** @description The account that receives it, as CAIP-10; null while held. */
            destination: string | null;
            /** @description The transaction that paid it; present when sent. */
            txId?: string;
            /** @description Why the attempt failed; present when failed. */
            reason?: string;
        };
        EventSettlementDestination: {
            /** @description The settlement destination's id. */
            id: string;
            /** @description The merchant's id. */
            merchantId: string;
            /** @description The asset, as CAIP-19. */
            asset: string;
            /**
             * @description What has changed. Pending: another account takes effect later. Revoked: that won't happen. Took effect: it has happened.
             * @enum {string}
             */
            change: "added" | "changed" | "removed" | "pending" | "revoked" | "took_effect";
            /** @description The account before: the one in force or, if revoked, the one that was pending. Null for none. */
            previousDestination: string | null;
            /** @description The account after: the one in force or, if pending, the one that will be. Null for none. */
            destination: string | null;
            /** @description When a pending account takes effect; null otherwise. */
            takesEffectAt: string | null;
        };
        EventApiKey: {
            /** @description The key's id. */
            id: string;
            /** @description The key's name. */
            name: string;
            /** @description The key's permissions. */
            permissions: string[];
            /** @description The last four characters of the key. */
            hint: string;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
        };
        RefundOption: {
            /** @description The option's id. */
            id: string;
            /** @description The buyer's account that pays, as CAIP-10, spelled as in the request. */
            account: string;
            /** @description The amount the buyer pays with this option; valid until its expiresAt. */
            amount: components["schemas"]["Amount"];
            /** @description The account's balance of the token in its smallest unit, as decimal digits. */
            balance: string;
            /** @description The estimated time to complete the payment on this chain, in seconds. */
            etaS: number;
            /** @description When this option's amount expires, in Unix seconds. */
            expiresAt: number;
            /** @description The actions for the wallet, in order. Each one's result goes into confirm. */
            actions: components["schemas"]["WalletAction"][];
        };
        WalletAction: {
            /**
             * @description Always walletRpc.
             * @constant
             */
            type: "walletRpc";
            /** @description The same call, for wallets that read this shape. */
            data: {
                /** @description The chain, as CAIP-2. */
                chain_id: string;
                /** @description The RPC method, such as eth_signTypedData_v4. */
                method: string;
                /** @description The method's parameters. */
                params: unknown[];
            };
            /** @description The call, for wallets that read this shape. */
            walletRpc: {
                /** @description The chain, as CAIP-2. */
                chainId: string;
                /** @description The RPC method, such as eth_signTypedData_v4. */
                method: string;
                /** @description The method's parameters, as JSON text. */
                params: string;
            };
        };
        WebhookEndpoint: {
            /** @description The endpoint's id. */
            id: string;
            /** @description Where events are sent by POST: an https URL at a public address, without user name, password or fragment. */
            url: string;
            /** @description Your note about the endpoint. */
            description: string;
            /** @description The types of events that it receives; all of them, future ones included, when empty. */
            eventTypes: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
            /** @description The merchants whose events it receives; all of them, and those of your account, when empty. */
            merchantIds: string[];
            /** @description The API version of its events: that of the request that created it. */
            apiVersion: string;
            /**
             * @description Events wait while you have paused it. The service disables it after three days of failures or a response with status 410; then events are no longer queued for it.
             * @enum {string}
             */
            status: "enabled" | "paused" | "disabled";
            /** @description Why the service disabled it; null otherwise. */
            disabledReason: string | null;
            /** @description After a rotation: the time until which webhooks are also signed by the previous secret. */
            oldSecretUntil: string | null;
            /** @description When the first attempt failed since the last success; null while there is none. */
            failingSince: string | null;
            /** @description When it last confirmed a webhook, with an accuracy of ten seconds. */
            lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
        };
        WebhookReplay: {
            /** @description The replay's id. */
            id: string;
            /**
             * @description What was requested.
             * @enum {string}
             */
            type: "event" | "failed" | "range";
            /**
             * @description It is running while deliveries are queued, and stopped when the endpoint was disabled or deleted.
             * @enum {string}
             */
            status: "running" | "completed" | "stopped";
            /** @description The number of deliveries that it has queued so far. */
            queued: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
        };
        WebhookDelivery: {
            /** @description The event's id, which its webhook carries as webhook-id. */
            eventId: string;
            /**
             * @description The event's type.
             * @enum {string}
             */
            type: "payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            createdAt: string;
            /**
             * @description Pending while it is being tried, for up to three days; failed after that, or once the endpoint was disabled or deleted.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description The number of attempts, including those before a replay. */
            attemptCount: number;
            /** @description When it is due next; null unless pending. */
            nextAttemptAt: string | null;
            /** @description When it succeeded or failed; null while pending. */
            finishedAt: string | null;
        };
        PaymentInfo: {
            /** @description The payment's status. */
            status: components["schemas"]["PaymentStatus"];
            /** @description The amount the payment asks for. */
            amount: components["schemas"]["Amount"];
            /** @description When the payment expires, in Unix seconds. */
            expiresAt: number;
            /** @description The merchant who is paid. */
            merchant: {
                /** @description The merchant's name. */
                name: string;
                /** @description The URL of the merchant's logo. */
                iconUrl: string | null;
            };
            /** @description The buyer; present once an option is confirmed. */
            buyer?: {
                /** @description The buyer's account, as CAIP-10. */
                accountCaip10: string;
                /** @description The wallet's name. */
                accountProviderName: string;
                /** @description The URL of the wallet's icon. */
                accountProviderIcon?: string;
            };
        };
        PaymentOption: {
            /** @description The option's id. */
            id: string;
            /** @description The buyer's account that pays, as CAIP-10, spelled as in the request. */
            account: string;
            /** @description The amount the buyer pays with this option; valid until its expiresAt. */
            amount: components["schemas"]["Amount"];
            /** @description The account's balance of the token in its smallest unit, as decimal digits. */
            balance: string;
            /** @description The estimated time to complete the payment on this chain, in seconds. */
            etaS: number;
            /** @description When this option's amount expires, in Unix seconds. */
            expiresAt: number;
            /** @description The actions for the wallet, in order. Each one's result goes into confirm. */
            actions: components["schemas"]["WalletAction"][];
            /** @description The form that the buyer must complete first; null if none is required. */
            collectData: {
                /** @description The hosted form, for a web view. It posts IC_COMPLETE or IC_ERROR; after IC_COMPLETE, confirm without collectedData. */
                url: string;
                /** @description The form as JSON Schema, draft 2020-12. */
                schema: {
                    [key: string]: unknown;
                };
                /** @description The form's fields, for wallets that render it themselves and send collectedData. */
                fields: {
                    /** @description The field's id. */
                    id: string;
                    /** @description The field's label. */
                    name: string;
                    /** @description True when the field is always required. One of the two places is required too: of birth or of residence. */
                    required: boolean;
                    /**
                     * @description The kind of input.
                     * @enum {string}
                     */
                    type: "text" | "date" | "checkbox";
                }[];
            } | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's id in our logs. Quote it when you ask for help. */
        "Request-Id": string;
        /** @description The version of this response. */
        "Service-Version": string;
        /** @description The same as Service-Version. */
        "WCP-Version": string;
        /** @description The limit that this request counted against: its name, requests (q) and window in seconds (w). */
        "RateLimit-Policy": string;
        /** @description The remaining requests of that limit (r), and the seconds until it resets (t). */
        RateLimit: string;
        /** @description Seconds to wait before a retry. */
        "Retry-After": number;
        /** @description true when this is the stored response of an earlier request. */
        "Idempotent-Replayed": string;
        /** @description When this operation was deprecated. Link names its successor. */
        Deprecation: string;
        /** @description The operation to use instead. */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPayments: {
        parameters: {
            query?: {
                /** @description Only payments created at or after this time. */
                startTs?: string;
                /** @description Only payments created before this time. */
                endTs?: string;
                /** @description Only payments made in tokens with these symbols, such as USDC. Repeat it, or separate several values by commas. */
                token_symbol?: string[];
                /**
                 * @deprecated
                 * @description Use token_symbol instead: a token symbol or CAIP-19 asset, with or without the caip19/ prefix, added to token_symbol.
                 */
                asset?: string;
                /** @description Only payments made on these chains, as CAIP-2. Repeat it, or separate several values by commas. */
                network?: string[];
                /** @description The sort key. Ties are broken by id. */
                sortBy?: "date" | "amount";
                /** @description Ascending or descending. */
                sortDir?: "asc" | "desc";
                /** @description The nextCursor of the previous page, with the same filters and sort order. */
                cursor?: string;
                /** @description The maximum number of entries per page. */
                limit?: number;
                /** @description Only payments with these statuses. Repeat it, or separate several values by commas. */
                status?: ("requires_action" | "processing" | "succeeded" | "failed" | "expired")[];
                /** @description Only payments whose reference contains this text. */
                referenceId?: string;
                /** @description Only payments of these merchants. Repeat it, or separate several values by commas. */
                merchantId?: string[];
            };
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your reference for the payment, such as an order number. The buyer sees it at the checkout. It doesn't have to be unique. */
                    referenceId: string;
                    /** @description The amount the buyer pays, in a fiat currency or a token. */
                    amount: {
                        /** @description The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency. */
                        unit: string;
                        /** @description An integer in the asset's smallest unit, as decimal digits. */
                        value: string;
                    };
                    /** @description The purchase in a sentence. The buyer sees it. */
                    description?: string | null;
                    /** @description What the buyer pays for; the checkout lists it. The totals needn't add up to the amount, so tax, shipping and discounts can be left out or be lines of their own. Anyone who has the payment link sees it. */
                    lineItems?: {
                        /** @description The item's name. */
                        name: string;
                        /** @description The number of units. */
                        quantity: number;
                        /** @description The price of the whole line in the smallest unit of the payment's amount, as decimal digits. */
                        total: string;
                    }[] | null;
                    /** @description When the payment expires, in Unix seconds: 60 seconds to 7 days from now. If left out or null, it is 15 minutes from now. */
                    expiresAt?: number | null;
                    /** @description Accepted as null only, which means the same as leaving it out. 2026-02-19.preview has a checkout. */
                    checkout?: null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's id. */
                        paymentId: string;
                        /** @description The payment's status. */
                        status: components["schemas"]["PaymentStatus"];
                        /** @description True when the status is final and polling can stop. */
                        isFinal: boolean;
                        /** @description Milliseconds to wait before polling again; null when the status is final. */
                        pollInMs: number | null;
                        /** @description When the payment expires, in Unix seconds. */
                        expiresAt: number;
                        /**
                         * Format: uri
                         * @description The payment link. Open it in a browser or wallet, or show it as a QR code.
                         */
                        gatewayUrl: string;
                        /** @description Your reference for the payment. */
                        referenceId: string;
                    };
                };
            };
        };
    };
    getPaymentStatus: {
        parameters: {
            query?: {
                /** @description How long the response may wait for the status to change, in milliseconds. Capped at 25 seconds. */
                maxPollMs?: number;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusAnswer"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Your reference for the payment. */
                        referenceId: string;
                        /** @description The purchase in a sentence; absent unless it was set when the payment was created. */
                        description?: string;
                        /** @description What the buyer pays for; absent unless it was set when the payment was created. */
                        lineItems?: {
                            /** @description The item's name. */
                            name: string;
                            /** @description The number of units. */
                            quantity: number;
                            /** @description The price of the whole line in the smallest unit of the payment's amount, as decimal digits. */
                            total: string;
                        }[];
                        /** @description The payment's status. */
                        status: components["schemas"]["PaymentStatus"];
                        /** @description Why the payment failed, if there is a reason to report. Present only when status is failed. */
                        failureCode?: "declined_user" | null;
                        /** @description The transaction that paid; null until the payment succeeds. */
                        info: components["schemas"]["ResultInfo"] | null;
                        /** @description The transfer to the merchant's wallet; null until it is final, or while the merchant's money is held because there is no settlement destination for the asset. */
                        settlement: {
                            /** @description The transfer, once it is final. */
                            successful: {
                                /** @description The asset that was delivered. */
                                amount: {
                                    /** @description The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency. */
                                    unit: string;
                                };
                                /** @description The transaction hash. */
                                txId: string;
                            };
                        } | null;
                        /** @description The payment's refunds; absent while there are none. */
                        refund?: components["schemas"]["PaymentRefund"];
                    };
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description If sent, the request reaches only what belongs to this merchant, which must be one of yours. */
                "Merchant-Id"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's id. */
                        paymentId: string;
                        /**
                         * @description The payment's status.
                         * @constant
                         */
                        status: "cancelled";
                        /**
                         * Format: date-time
                         * @description When the payment was cancelled.
                         */
                        cancelledAt: string;
                        /**
                         * @description Which side cancelled the payment.
                         * @enum {string}
                         */
                        cancelledReason: "cancelled_by_merchant" | "cancelled_by_user";
                    };
                };
            };
        };
    };
    listMerchantPayments: {
        parameters: {
            query?: {
                /** @description Only payments created at or after this time. */
                startTs?: string;
                /** @description Only payments created before this time. */
                endTs?: string;
                /** @description Only payments made in tokens with these symbols, such as USDC. Repeat it, or separate several values by commas. */
                token_symbol?: string[];
                /**
                 * @deprecated
                 * @description Use token_symbol instead: a token symbol or CAIP-19 asset, with or without the caip19/ prefix, added to token_symbol.
                 */
                asset?: string;
                /** @description Only payments made on these chains, as CAIP-2. Repeat it, or separate several values by commas. */
                network?: string[];
                /** @description The sort key. Ties are broken by id. */
                sortBy?: "date" | "amount";
                /** @description Ascending or descending. */
                sortDir?: "asc" | "desc";
                /** @description The nextCursor of the previous page, with the same filters and sort order. */
                cursor?: string;
                /** @description The maximum number of entries per page. */
                limit?: number;
                /** @description Only payments with these statuses. Repeat it, or separate several values by commas. */
                status?: ("requires_action" | "processing" | "succeeded" | "failed" | "expired")[];
                /** @description Only payments whose reference contains this text. */
                referenceId?: string;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
        };
    };
    createPaymentAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your reference for the payment, such as an order number. The buyer sees it at the checkout. It doesn't have to be unique. */
                    referenceId: string;
                    /** @description The amount the buyer pays, in a fiat currency or a token. */
                    amount: {
                        /** @description The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency. */
                        unit: string;
                        /** @description An integer in the asset's smallest unit, as decimal digits. */
                        value: string;
                    };
                    /** @description The purchase in a sentence. The buyer sees it. */
                    description?: string | null;
                    /** @description What the buyer pays for; the checkout lists it. The totals needn't add up to the amount, so tax, shipping and discounts can be left out or be lines of their own. Anyone who has the payment link sees it. */
                    lineItems?: {
                        /** @description The item's name. */
                        name: string;
                        /** @description The number of units. */
                        quantity: number;
                        /** @description The price of the whole line in the smallest unit of the payment's amount, as decimal digits. */
                        total: string;
                    }[] | null;
                    /** @description When the payment expires, in Unix seconds: 60 seconds to 7 days from now. If left out or null, it is 15 minutes from now. */
                    expiresAt?: number | null;
                    /** @description Accepted as null only, which means the same as leaving it out. 2026-02-19.preview has a checkout. */
                    checkout?: null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's id. */
                        paymentId: string;
                        /** @description The payment's status. */
                        status: components["schemas"]["PaymentStatus"];
                        /** @description True when the status is final and polling can stop. */
                        isFinal: boolean;
                        /** @description Milliseconds to wait before polling again; null when the status is final. */
                        pollInMs: number | null;
                        /** @description When the payment expires, in Unix seconds. */
                        expiresAt: number;
                        /**
                         * Format: uri
                         * @description The payment link. Open it in a browser or wallet, or show it as a QR code.
                         */
                        gatewayUrl: string;
                        /** @description Your reference for the payment. */
                        referenceId: string;
                    };
                };
            };
        };
    };
    getPaymentStatusAlias: {
        parameters: {
            query?: {
                /** @description How long the response may wait for the status to change, in milliseconds. Capped at 25 seconds. */
                maxPollMs?: number;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusAnswer"];
                };
            };
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description If sent, the request reaches only what belongs to this merchant, which must be one of yours. */
                "Merchant-Id"?: string;
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The payment's id. */
                    paymentId: string;
                    /** @description The amount to refund, in the payment's own unit or the token that was paid. Converted pro rata, rounded down. Defaults to everything that is left or, for a request of held money, to everything that is held, which is then the only possible amount. */
                    amount?: {
                        /** @description The asset: caip19/<chain>/erc20:<contract> for a token, iso4217/<code> for a currency. */
                        unit: string;
                        /** @description An integer in the asset's smallest unit, as decimal digits. */
                        value: string;
                    };
                    /**
                     * @description How the refund is paid: mark records one that you pay yourself, request returns a link to pay it from the merchant's wallet, or pays it from the treasury while that holds the payment's money.
                     * @default mark
                     * @enum {string}
                     */
                    mode?: "mark" | "request";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's id. */
                        paymentId: string;
                        /** @description The refund's id. */
                        refundId: string;
                        /** @description The amount, in the token that the buyer paid. */
                        amount: components["schemas"]["Amount"];
                        /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
                        status: components["schemas"]["RefundStatus"];
                        /**
                         * Format: uri
                         * @description The page at which the merchant's wallet signs the refund; for a request. Shown only once. Absent when the treasury pays the refund.
                         */
                        url?: string;
                        /** @description When the link expires, in Unix seconds: after 7 days. */
                        expiresAt?: number;
                    };
                };
            };
        };
    };
    cancelRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description If sent, the request reaches only what belongs to this merchant, which must be one of yours. */
                "Merchant-Id"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The refund's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund's id. */
                        refundId: string;
                        /** @description The payment's id. */
                        paymentId: string;
                        /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
                        status: components["schemas"]["RefundStatus"];
                    };
                };
            };
        };
    };
    listMerchants: {
        parameters: {
            query?: {
                /** @description Only merchants with this status. */
                status?: "active" | "inactive" | "suspended";
                /** @description Only merchants whose name or id contains this text, ignoring case. */
                search?: string;
                /** @description The nextCursor of the previous page, with the same filters and sort order. */
                cursor?: string;
                /** @description The maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One page of merchants. */
                        data: {
                            /** @description The merchant's id. */
                            id: string;
                            /** @description The name that buyers see. */
                            merchantName: string;
                            /** @description The merchant's contact email; buyers don't see it. */
                            merchantEmail: string;
                            /** @description The logo's URL as it was set. Buyers see a copy of the file that was there at that time. */
                            iconUrl: string | null;
                            /**
                             * @description Only an active merchant accepts new payments.
                             * @enum {string}
                             */
                            status: "active" | "inactive" | "suspended";
                            /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
                            onlySettleableTokens: boolean;
                            /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
                            supportContact: string | null;
                            /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
                            brandColor: string | null;
                            /**
                             * Format: date-time
                             * @description When the merchant was created.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the merchant was last changed.
                             */
                            updatedAt: string;
                        }[];
                        /** @description The same merchants, for clients that read this shape. */
                        merchants: components["schemas"]["MerchantDetails"][];
                        /** @description The cursor of the next page; null on the last page. */
                        nextCursor: string | null;
                        /** @description The number of matching merchants, across all pages. */
                        totalCount: number;
                    };
                };
            };
        };
    };
    createMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A new unique value for each thing to create, and the same value for a retry. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name that buyers see. */
                    merchantName: string;
                    /**
                     * Format: email
                     * @description The merchant's contact email; buyers don't see it.
                     */
                    merchantEmail: string;
                    /** @description The HTTPS URL of a square logo: 500 to 4096 px, JPEG, PNG, WebP or AVIF, at most 2 MB. null removes the logo. */
                    iconUrl?: string | null;
                    /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
                    onlySettleableTokens?: boolean;
                    /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
                    supportContact?: (string) | null;
                    /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
                    brandColor?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The merchant's id. */
                        id: string;
                        /** @description The name that buyers see. */
                        merchantName: string;
                        /** @description The merchant's contact email; buyers don't see it. */
                        merchantEmail: string;
                        /** @description The logo's URL as it was set. Buyers see a copy of the file that was there at that time. */
                        iconUrl: string | null;
                        /**
                         * @description Only an active merchant accepts new payments.
                         * @enum {string}
                         */
                        status: "active" | "inactive" | "suspended";
                        /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
                        onlySettleableTokens: boolean;
                        /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
                        supportContact: string | null;
                        /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
                        brandColor: string | null;
                        /**
                         * Format: date-time
                         * @description When the merchant was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the merchant was last changed.
                         */
                        updatedAt: string;
                        /** @description The same record, for clients that read this shape. */
                        merchant: components["schemas"]["MerchantDetails"];
                        /** @description The merchant's id, the same as id. */
                        merchantId: string;
                    };
                };
            };
        };
    };
    getMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The merchant's id. */
                        id: string;
                        /** @description The name that buyers see. */
                        merchantName: string;
                        /** @description The merchant's contact email; buyers don't see it. */
                        merchantEmail: string;
                        /** @description The logo's URL as it was set. Buyers see a copy of the file that was there at that time. */
                        iconUrl: string | null;
                        /**
                         * @description Only an active merchant accepts new payments.
                         * @enum {string}
                         */
                        status: "active" | "inactive" | "suspended";
                        /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
                        onlySettleableTokens: boolean;
                        /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
                        supportContact: string | null;
                        /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
                        brandColor: string | null;
                        /**
                         * Format: date-time
                         * @description When the merchant was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the merchant was last changed.
                         */
                        updatedAt: string;
                        /** @description The same record, for clients that read this shape. */
                        merchant: components["schemas"]["MerchantDetails"];
                        /** @description Where the merchant's money goes. */
                        settlements: components["schemas"]["Settlements"];
                    };
                };
            };
        };
    };
    deleteMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the deleted object. */
                        id: string;
                        /**
                         * @description Always true, also when it was already deleted.
                         * @constant
                         */
                        deleted: true;
                    };
                };
            };
        };
    };
    updateMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name that buyers see. */
                    merchantName?: string;
                    /**
                     * Format: email
                     * @description The merchant's contact email; buyers don't see it.
                     */
                    merchantEmail?: string;
                    /** @description The HTTPS URL of a square logo: 500 to 4096 px, JPEG, PNG, WebP or AVIF, at most 2 MB. null removes the logo. */
                    iconUrl?: string | null;
                    /** @description Whether buyers are offered only tokens that have a settlement destination. A merchant without any then can't be paid. If false, money in other tokens is held until you pay it out. A new merchant's is false unless you set it. */
                    onlySettleableTokens?: boolean;
                    /** @description An email or an HTTPS URL for buyers who need help. The checkout shows it. null for none. */
                    supportContact?: (string) | null;
                    /** @description The color of the checkout's main button, such as #0b6b4f. Its text is black or white, whichever contrasts more. null for the default. */
                    brandColor?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
        };
    };
    registerCryptoSettlements: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The settlements to register, at most one per asset. */
                    settlements: {
                        /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
                        asset: string;
                        /** @description The wallet that receives the money: CAIP-10, on the asset's chain. */
                        destination: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The registered settlements. */
                        settlements: components["schemas"]["CryptoSettlement"][];
                        /** @description Money that is held for the merchant in these assets from earlier payments. It stays held until you pay it out with POST /v1/merchants/{merchantId}/settlements/held. */
                        held: {
                            /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
                            asset: string;
                            /** @description The sum that is held, net of fees. */
                            amount: components["schemas"]["Amount"];
                            /** @description The number of payments that it comes from. */
                            payments: number;
                        }[];
                    };
                };
            };
        };
    };
    listSettlements: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settlements"];
                };
            };
        };
    };
    changeCryptoSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
                /** @description The settlement's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The wallet that receives the money: CAIP-10, on the asset's chain. */
                    destination: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CryptoSettlement"];
                };
            };
        };
    };
    deleteCryptoSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
                /** @description The settlement's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the deleted object. */
                        id: string;
                        /**
                         * @description Always true. Deleting it again is a 404.
                         * @constant
                         */
                        deleted: true;
                    };
                };
            };
        };
    };
    listHeldMoney: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What is held for the merchant, by asset. */
                        held: {
                            /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
                            asset: string;
                            /** @description The sum that is held, net of fees. */
                            amount: components["schemas"]["Amount"];
                            /** @description The number of payments that it comes from. */
                            payments: number;
                            /** @description The settlement destination that a payout would go to; null while the merchant has none. */
                            destination: string | null;
                            /** @description False when only the owner of the treasury can send it, because the service doesn't have its key. */
                            isPayable: boolean;
                            /** @description The latest order to pay it out, or null. */
                            lastPayout: {
                                /** @description The payout order's id. */
                                id: string;
                                /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
                                asset: string;
                                /** @description The wallet that receives the money: CAIP-10, on the asset's chain. */
                                destination: string;
                                /** @description The number of payments that it comes from. */
                                payments: number;
                                /** @description The number of payments whose payout has been started. */
                                opened: number;
                                /**
                                 * @description Payouts are started while it is running. Once it is completed, all have been started, and each payment's settlement says when its money has arrived. If it is stopped, the rest is still held.
                                 * @enum {string}
                                 */
                                status: "running" | "completed" | "stopped";
                                /** @description Why it stopped; null otherwise. */
                                reason: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was ordered.
                                 */
                                createdAt: string;
                            } | null;
                        }[];
                    };
                };
            };
        };
    };
    payOutHeldMoney: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The merchant's id. */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token, as CAIP-19. The caip19/ prefix is accepted in requests and left out of responses. */
                    asset: string;
                    /** @description Only for a deleted merchant: the wallet to pay, on the asset's chain. Defaults to the merchant's settlement destination. */
                    destination?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldPayout"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events of these types. Repeat it, or separate several values by commas. */
                type?: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                /** @description Only events of this payment, its refunds and its payout. */
                paymentId?: string;
                /** @description Only events of these merchants. Repeat it, or separate several values by commas. */
                merchantId?: string[];
                /** @description Only events at or after this time. */
                startTs?: string;
                /** @description Only events before this time. */
                endTs?: string;
                /** @description The nextCursor of the previous page, with the same filters and sort order. */
                cursor?: string;
                /** @description The maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description If sent, the request reaches only what belongs to this merchant, which must be one of yours. */
                "Merchant-Id"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description If sent, the request reaches only what belongs to this merchant, which must be one of yours. */
                "Merchant-Id"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The event's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    getRefundRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to 2026-02-18 with an App-Id, and to the version your account is pinned to with a key. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The last part of the refund's link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
                        status: components["schemas"]["RefundStatus"];
                        /** @description True when the status is final and polling can stop. */
                        isFinal: boolean;
                        /** @description Milliseconds to wait before polling again; null when the status is final. */
                        pollInMs: number | null;
                        /** @description The transaction that paid the buyer; null until it is final. */
                        txId: string | null;
                        /** @description Why the last transaction failed; null if none has. */
                        failure: string | null;
                        /** @description The refund's id. */
                        refundId: string;
                        /** @description The amount, in the token that the buyer paid. */
                        amount: components["schemas"]["Amount"];
                        /** @description When the link expires, in Unix seconds: after 7 days. */
                        expiresAt: number;
                        /** @description The merchant's reference for the payment. */
                        referenceId: string;
                        /** @description The merchant who pays the refund. */
                        merchant: {
                            /** @description The merchant's name. */
                            name: string;
                            /** @description The URL of the merchant's logo. */
                            iconUrl: string | null;
                        };
                        /** @description The buyer's account, which receives the refund, as CAIP-10. */
                        recipientCaip10: string;
                        /** @description The merchant's accounts that may pay the refund, as CAIP-10. */
                        payersCaip10: string[];
                    };
                };
            };
        };
    };
    getRefundOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to 2026-02-18 with an App-Id, and to the version your account is pinned to with a key. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The last part of the refund's link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The account that pays the refund, as CAIP-10. */
                    account: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The option to sign. Its expiresAt is a few minutes from now: request a new one after that. */
                        options: components["schemas"]["RefundOption"][];
                    };
                };
            };
        };
    };
    fetchRefundActions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to 2026-02-18 with an App-Id, and to the version your account is pinned to with a key. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The last part of the refund's link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the chosen option. */
                    optionId: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The actions for the wallet, in order. */
                        actions: components["schemas"]["WalletAction"][];
                    };
                };
            };
        };
    };
    confirmRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to 2026-02-18 with an App-Id, and to the version your account is pinned to with a key. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The last part of the refund's link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the chosen option. */
                    optionId: string;
                    /** @description The wallet's results: one entry per action, or a single entry with all of them. */
                    results: {
                        /** @description Always walletRpc. */
                        type: string;
                        /** @description The signatures or transaction hashes, 0x-prefixed, in the order of the actions. */
                        data: string[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
                        status: components["schemas"]["RefundStatus"];
                        /** @description True when the status is final and polling can stop. */
                        isFinal: boolean;
                        /** @description Milliseconds to wait before polling again; null when the status is final. */
                        pollInMs: number | null;
                        /** @description The transaction that paid the buyer; null until it is final. */
                        txId: string | null;
                        /** @description Why the last transaction failed; null if none has. */
                        failure: string | null;
                    };
                };
            };
        };
    };
    getRefundRequestStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to 2026-02-18 with an App-Id, and to the version your account is pinned to with a key. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The last part of the refund's link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund's status. Marked: recorded, without moving money. Requested: the merchant's wallet can sign it. Processing: signed, or being sent from the treasury, and not final yet. Succeeded: paid to the buyer, final on chain. An expired or cancelled refund moved nothing, and a failed one too, unless the token kept a part of a transfer from the treasury. */
                        status: components["schemas"]["RefundStatus"];
                        /** @description True when the status is final and polling can stop. */
                        isFinal: boolean;
                        /** @description Milliseconds to wait before polling again; null when the status is final. */
                        pollInMs: number | null;
                        /** @description The transaction that paid the buyer; null until it is final. */
                        txId: string | null;
                        /** @description Why the last transaction failed; null if none has. */
                        failure: string | null;
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All of your endpoints, oldest first: at most 16. */
                        data: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where events are sent by POST: an https URL at a public address, without user name, password or fragment. */
                    url: string;
                    /**
                     * @description Your note about the endpoint.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description The types of events that it receives; all of them, future ones included, when empty.
                     * @default []
                     */
                    eventTypes?: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                    /**
                     * @description The merchants whose events it receives; all of them, and those of your account, when empty.
                     * @default []
                     */
                    merchantIds?: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint's id. */
                        id: string;
                        /** @description Where events are sent by POST: an https URL at a public address, without user name, password or fragment. */
                        url: string;
                        /** @description Your note about the endpoint. */
                        description: string;
                        /** @description The types of events that it receives; all of them, future ones included, when empty. */
                        eventTypes: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                        /** @description The merchants whose events it receives; all of them, and those of your account, when empty. */
                        merchantIds: string[];
                        /** @description The API version of its events: that of the request that created it. */
                        apiVersion: string;
                        /**
                         * @description Events wait while you have paused it. The service disables it after three days of failures or a response with status 410; then events are no longer queued for it.
                         * @enum {string}
                         */
                        status: "enabled" | "paused" | "disabled";
                        /** @description Why the service disabled it; null otherwise. */
                        disabledReason: string | null;
                        /** @description After a rotation: the time until which webhooks are also signed by the previous secret. */
                        oldSecretUntil: string | null;
                        /** @description When the first attempt failed since the last success; null while there is none. */
                        failingSince: string | null;
                        /** @description When it last confirmed a webhook, with an accuracy of ten seconds. */
                        lastSuccessAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it was last changed.
                         */
                        updatedAt: string;
                        /** @description The signing secret, whsec_ and base64. Shown only in this response. */
                        secret: string;
                    };
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint's id. */
                        id: string;
                        /** @description Where events are sent by POST: an https URL at a public address, without user name, password or fragment. */
                        url: string;
                        /** @description Your note about the endpoint. */
                        description: string;
                        /** @description The types of events that it receives; all of them, future ones included, when empty. */
                        eventTypes: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                        /** @description The merchants whose events it receives; all of them, and those of your account, when empty. */
                        merchantIds: string[];
                        /** @description The API version of its events: that of the request that created it. */
                        apiVersion: string;
                        /**
                         * @description Events wait while you have paused it. The service disables it after three days of failures or a response with status 410; then events are no longer queued for it.
                         * @enum {string}
                         */
                        status: "enabled" | "paused" | "disabled";
                        /** @description Why the service disabled it; null otherwise. */
                        disabledReason: string | null;
                        /** @description After a rotation: the time until which webhooks are also signed by the previous secret. */
                        oldSecretUntil: string | null;
                        /** @description When the first attempt failed since the last success; null while there is none. */
                        failingSince: string | null;
                        /** @description When it last confirmed a webhook, with an accuracy of ten seconds. */
                        lastSuccessAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it was last changed.
                         */
                        updatedAt: string;
                        /** @description The latest replay; null if there was none. */
                        lastReplay: components["schemas"]["WebhookReplay"] | null;
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the deleted object. */
                        id: string;
                        /**
                         * @description Always true, also when it was already deleted.
                         * @constant
                         */
                        deleted: true;
                    };
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where events are sent by POST: an https URL at a public address, without user name, password or fragment. */
                    url?: string;
                    /** @description Your note about the endpoint. */
                    description?: string;
                    /** @description The types of events that it receives; all of them, future ones included, when empty. */
                    eventTypes?: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                    /** @description The merchants whose events it receives; all of them, and those of your account, when empty. */
                    merchantIds?: string[];
                    /**
                     * @description While it is paused, events wait. Once it is enabled, they are delivered. An endpoint that the service disabled is enabled the same way.
                     * @enum {string}
                     */
                    status?: "enabled" | "paused";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long webhooks are also signed by the previous secret. 0 stops using it at once.
                     * @default 24
                     */
                    overlapHours?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint's id. */
                        id: string;
                        /** @description Where events are sent by POST: an https URL at a public address, without user name, password or fragment. */
                        url: string;
                        /** @description Your note about the endpoint. */
                        description: string;
                        /** @description The types of events that it receives; all of them, future ones included, when empty. */
                        eventTypes: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                        /** @description The merchants whose events it receives; all of them, and those of your account, when empty. */
                        merchantIds: string[];
                        /** @description The API version of its events: that of the request that created it. */
                        apiVersion: string;
                        /**
                         * @description Events wait while you have paused it. The service disables it after three days of failures or a response with status 410; then events are no longer queued for it.
                         * @enum {string}
                         */
                        status: "enabled" | "paused" | "disabled";
                        /** @description Why the service disabled it; null otherwise. */
                        disabledReason: string | null;
                        /** @description After a rotation: the time until which webhooks are also signed by the previous secret. */
                        oldSecretUntil: string | null;
                        /** @description When the first attempt failed since the last success; null while there is none. */
                        failingSince: string | null;
                        /** @description When it last confirmed a webhook, with an accuracy of ten seconds. */
                        lastSuccessAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When it was last changed.
                         */
                        updatedAt: string;
                        /** @description The signing secret, whsec_ and base64. Shown only in this response. */
                        secret: string;
                    };
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the test event, of type webhook.test. It isn't stored. */
                        eventId: string;
                        /** @description Whether the endpoint responded with a status from 200 to 299. */
                        delivered: boolean;
                        /** @description Why it wasn't delivered; null otherwise. */
                        error: string | null;
                        /** @description The status of the response; null when none arrived within 10 s. */
                        httpStatus: number | null;
                        /** @description Milliseconds until the response, or until the attempt ended without one. */
                        latencyMs: number;
                        /** @description The first 2 KB of the response as text; null when none arrived. */
                        answer: string | null;
                    };
                };
            };
        };
    };
    replayWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: a repeated request with the same key returns the first response and does nothing else. */
                "Idempotency-Key"?: string;
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description To replay one event: its id. */
                    eventId?: string;
                    /**
                     * @description To replay all events whose delivery failed: true.
                     * @constant
                     */
                    failed?: true;
                    /**
                     * Format: date-time
                     * @description To replay a time range: its start.
                     */
                    startTs?: string;
                    /**
                     * Format: date-time
                     * @description The end of the time range; now if left out.
                     */
                    endTs?: string;
                } & (unknown | unknown | unknown);
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with these statuses. Repeat it, or separate several values by commas. */
                status?: ("pending" | "succeeded" | "failed")[];
                /** @description Only events of these types. Repeat it, or separate several values by commas. */
                type?: ("payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled")[];
                /** @description The nextCursor of the previous page, with the same filters. */
                cursor?: string;
                /** @description The maximum number of entries per page. */
                limit?: number;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One page of deliveries, the newest events first. With a type, a page may be short even though more follow. */
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description The cursor of the next page; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version your account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The endpoint's id. */
                id: string;
                /** @description The event's id. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The event's id, which its webhook carries as webhook-id. */
                        eventId: string;
                        /**
                         * @description The event's type.
                         * @enum {string}
                         */
                        type: "payment.created" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "payment.cancelled" | "payout.held" | "payout.sent" | "payout.failed" | "refund.requested" | "refund.marked" | "refund.succeeded" | "refund.failed" | "refund.cancelled" | "refund.expired" | "merchant.created" | "merchant.updated" | "merchant.deleted" | "settlement_destination.changed" | "api_key.created" | "webhook_endpoint.disabled";
                        /**
                         * Format: date-time
                         * @description When the event happened.
                         */
                        createdAt: string;
                        /**
                         * @description Pending while it is being tried, for up to three days; failed after that, or once the endpoint was disabled or deleted.
                         * @enum {string}
                         */
                        status: "pending" | "succeeded" | "failed";
                        /** @description The number of attempts, including those before a replay. */
                        attemptCount: number;
                        /** @description When it is due next; null unless pending. */
                        nextAttemptAt: string | null;
                        /** @description When it succeeded or failed; null while pending. */
                        finishedAt: string | null;
                        /** @description The attempts, newest first: at most the last 100. */
                        attempts: {
                            /** @description Counts from 1. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description When it was sent; also the webhook-timestamp.
                             */
                            at: string;
                            /** @description The status of the response; null when none arrived. */
                            httpStatus: number | null;
                            /** @description Why it failed; null for a success. */
                            error: string | null;
                            /** @description Milliseconds until the response, or until the attempt ended without one. */
                            latencyMs: number;
                            /** @description The first 2 KB of the response as text. */
                            answer: string | null;
                        }[];
                    };
                };
            };
        };
    };
    getGatewayPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version the payment's account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id, or its payment link, percent-encoded. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentInfo"];
                };
            };
        };
    };
    getPaymentOptions: {
        parameters: {
            query?: {
                /** @description Whether the response includes info. */
                includePaymentInfo?: boolean;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version the payment's account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id, or its payment link, percent-encoded. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The buyer's accounts, as CAIP-10. Accounts on chains that aren't enabled are ignored. */
                    accounts: string[];
                    /** @description Accepted; has no effect. */
                    refresh?: unknown[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's id. */
                        paymentId: string;
                        /** @description The payment; present when requested. */
                        info?: components["schemas"]["PaymentInfo"];
                        /** @description The options the buyer can pay with, best first; null when the payment has ended. */
                        options: components["schemas"]["PaymentOption"][] | null;
                        /** @description The form that the buyer must complete first; null if none is required. */
                        collectData: {
                            /** @description The hosted form, for a web view. It posts IC_COMPLETE or IC_ERROR; after IC_COMPLETE, confirm without collectedData. */
                            url: string;
                            /** @description The form as JSON Schema, draft 2020-12. */
                            schema: {
                                [key: string]: unknown;
                            };
                            /** @description The form's fields, for wallets that render it themselves and send collectedData. */
                            fields: {
                                /** @description The field's id. */
                                id: string;
                                /** @description The field's label. */
                                name: string;
                                /** @description True when the field is always required. One of the two places is required too: of birth or of residence. */
                                required: boolean;
                                /**
                                 * @description The kind of input.
                                 * @enum {string}
                                 */
                                type: "text" | "date" | "checkbox";
                            }[];
                        } | null;
                        /** @description The transaction that paid; null until the payment succeeds. */
                        resultInfo: components["schemas"]["ResultInfo"] | null;
                        /** @description Networks of the accounts that didn't respond, so that options may be missing. When there is no option at all because of them, the response is a 503 instead. */
                        unavailableNetworks: {
                            /** @description The chain, as CAIP-2. */
                            chainId: string;
                            /** @description The network's name. */
                            name: string;
                        }[];
                        /** @description Tokens that the accounts hold too little of. Empty when there is an option, because the buyer can pay with that one. */
                        shortfalls: {
                            /** @description The buyer's account, as CAIP-10, spelled as in the request. */
                            account: string;
                            /** @description The amount the payment costs in this token. */
                            amount: components["schemas"]["Amount"];
                            /** @description The part of it that the account doesn't hold. */
                            missing: components["schemas"]["Amount"];
                        }[];
                    };
                };
            };
        };
    };
    fetchPaymentActions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version the payment's account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id, or its payment link, percent-encoded. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the chosen option. */
                    optionId: string;
                    /** @description Accepted; has no effect. */
                    data?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The actions for the wallet, in order. */
                        actions: components["schemas"]["WalletAction"][];
                    };
                };
            };
        };
    };
    confirmPayment: {
        parameters: {
            query?: {
                /** @description How long the response may wait for the status to change, in milliseconds. Capped at 25 seconds. */
                maxPollMs?: number;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version the payment's account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id, or its payment link, percent-encoded. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the chosen option. */
                    optionId: string;
                    /** @description The wallet's results: one entry per action, or a single entry with all of them. */
                    results: {
                        /** @description Always walletRpc. */
                        type: string;
                        /** @description The signatures or transaction hashes, 0x-prefixed, in the order of the actions. */
                        data: string[];
                    }[];
                    /** @description The buyer's data. Leave it out when the buyer completed the hosted form. */
                    collectedData?: {
                        /** @description The fields that the buyer completed. */
                        fields: {
                            /** @description The field's id. */
                            id: string;
                            /** @description The buyer's input, as text. */
                            value: string;
                        }[];
                    } | null;
                    /** @description Accepted and stored; has no effect. */
                    excludeFromRelayer?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's status. */
                        status: components["schemas"]["PaymentStatus"];
                        /** @description True when the status is final and polling can stop. */
                        isFinal: boolean;
                        /** @description Milliseconds to wait before polling again; null when the status is final. */
                        pollInMs: number | null;
                        /** @description The transaction that paid; null until the payment succeeds. */
                        info: components["schemas"]["ResultInfo"] | null;
                    };
                };
            };
        };
    };
    getGatewayStatus: {
        parameters: {
            query?: {
                /** @description How long the response may wait for the status to change, in milliseconds. Capped at 25 seconds. */
                maxPollMs?: number;
            };
            header?: {
                /** @description The API version for this request. Defaults to the version the payment's account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id, or its payment link, percent-encoded. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusAnswer"];
                };
            };
        };
    };
    cancelGatewayPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The API version for this request. Defaults to the version the payment's account is pinned to. */
                "Service-Version"?: "2026-02-18" | "2026-02-19.preview";
                /** @description Your own id for this request, returned in the response. Generated if left out. */
                "Request-Id"?: string;
            };
            path: {
                /** @description The payment's id, or its payment link, percent-encoded. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The payment's id. */
                        paymentId: string;
                        /**
                         * @description The payment's status.
                         * @constant
                         */
                        status: "cancelled";
                        /**
                         * Format: date-time
                         * @description When the payment was cancelled.
                         */
                        cancelledAt: string;
                        /**
                         * @description Which side cancelled the payment.
                         * @enum {string}
                         */
                        cancelledReason: "cancelled_by_merchant" | "cancelled_by_user";
                    };
                };
            };
        };
    };
    on_payment_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payment.created",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "requires_action",
                 *           "isTerminal": false,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.created";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payment_processing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payment.processing",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "processing",
                 *           "isTerminal": false,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.processing";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payment_succeeded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payment.succeeded",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": false
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.succeeded";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payment_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payment.failed",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "failed",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.failed";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payment_expired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payment.expired",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "expired",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.expired";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payment_cancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payment.cancelled",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "cancelled",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.cancelled";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payout_held: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payout.held",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": false
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         },
                 *         "payout": {
                 *           "status": "held",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24700400",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "destination": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.held";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The payout that the event is about. */
                        payout: components["schemas"]["EventPayout"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payout_sent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payout.sent",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         },
                 *         "payout": {
                 *           "status": "sent",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24700400",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "destination": "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
                 *           "txId": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.sent";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The payout that the event is about. */
                        payout: components["schemas"]["EventPayout"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_payout_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "payout.failed",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": false
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ]
                 *         },
                 *         "payout": {
                 *           "status": "failed",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24700400",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "destination": "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
                 *           "reason": "the token has blocked the account"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.failed";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The payout that the event is about. */
                        payout: components["schemas"]["EventPayout"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_requested: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "refund.requested",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "refund": {
                 *             "status": "none",
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "0",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "refunds": [
                 *               {
                 *                 "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *                 "mode": "request",
                 *                 "status": "requested",
                 *                 "amount": {
                 *                   "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *                   "value": "10000000",
                 *                   "display": {
                 *                     "assetSymbol": "USDC",
                 *                     "assetName": "USD Coin",
                 *                     "decimals": 6,
                 *                     "networkName": "Base",
                 *                     "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                     "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *                   }
                 *                 },
                 *                 "createdAt": "2026-11-20T09:31:20.000Z",
                 *                 "expiresAt": 1795773600
                 *               }
                 *             ]
                 *           }
                 *         },
                 *         "refund": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "10000000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "status": "requested",
                 *           "expiresAt": 1795773600
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "refund.requested";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The refund as it was after the event. */
                        refund: components["schemas"]["EventRefund"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_marked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "refund.marked",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "refund": {
                 *             "status": "partial",
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "10000000",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "refunds": [
                 *               {
                 *                 "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *                 "mode": "mark",
                 *                 "status": "marked",
                 *                 "amount": {
                 *                   "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *                   "value": "10000000",
                 *                   "display": {
                 *                     "assetSymbol": "USDC",
                 *                     "assetName": "USD Coin",
                 *                     "decimals": 6,
                 *                     "networkName": "Base",
                 *                     "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                     "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *                   }
                 *                 },
                 *                 "createdAt": "2026-11-20T09:31:20.000Z"
                 *               }
                 *             ]
                 *           }
                 *         },
                 *         "refund": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "10000000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "status": "marked"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "refund.marked";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The refund as it was after the event. */
                        refund: components["schemas"]["EventRefund"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_succeeded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "refund.succeeded",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "refund": {
                 *             "status": "partial",
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "10000000",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "refunds": [
                 *               {
                 *                 "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *                 "mode": "request",
                 *                 "status": "succeeded",
                 *                 "amount": {
                 *                   "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *                   "value": "10000000",
                 *                   "display": {
                 *                     "assetSymbol": "USDC",
                 *                     "assetName": "USD Coin",
                 *                     "decimals": 6,
                 *                     "networkName": "Base",
                 *                     "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                     "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *                   }
                 *                 },
                 *                 "createdAt": "2026-11-20T09:31:20.000Z",
                 *                 "expiresAt": 1795773600
                 *               }
                 *             ]
                 *           }
                 *         },
                 *         "refund": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "10000000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "status": "succeeded",
                 *           "expiresAt": 1795773600
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "refund.succeeded";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The refund as it was after the event. */
                        refund: components["schemas"]["EventRefund"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "refund.failed",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "refund": {
                 *             "status": "none",
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "0",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "refunds": [
                 *               {
                 *                 "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *                 "mode": "request",
                 *                 "status": "failed",
                 *                 "amount": {
                 *                   "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *                   "value": "10000000",
                 *                   "display": {
                 *                     "assetSymbol": "USDC",
                 *                     "assetName": "USD Coin",
                 *                     "decimals": 6,
                 *                     "networkName": "Base",
                 *                     "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                     "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *                   }
                 *                 },
                 *                 "createdAt": "2026-11-20T09:31:20.000Z",
                 *                 "expiresAt": 1795773600
                 *               }
                 *             ]
                 *           }
                 *         },
                 *         "refund": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "10000000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "status": "failed",
                 *           "expiresAt": 1795773600
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "refund.failed";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The refund as it was after the event. */
                        refund: components["schemas"]["EventRefund"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_cancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "refund.cancelled",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "refund": {
                 *             "status": "none",
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "0",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "refunds": [
                 *               {
                 *                 "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *                 "mode": "request",
                 *                 "status": "cancelled",
                 *                 "amount": {
                 *                   "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *                   "value": "10000000",
                 *                   "display": {
                 *                     "assetSymbol": "USDC",
                 *                     "assetName": "USD Coin",
                 *                     "decimals": 6,
                 *                     "networkName": "Base",
                 *                     "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                     "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *                   }
                 *                 },
                 *                 "createdAt": "2026-11-20T09:31:20.000Z",
                 *                 "expiresAt": 1795773600
                 *               }
                 *             ]
                 *           }
                 *         },
                 *         "refund": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "10000000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "status": "cancelled",
                 *           "expiresAt": 1795773600
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "refund.cancelled";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The refund as it was after the event. */
                        refund: components["schemas"]["EventRefund"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_expired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "refund.expired",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "payment": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop"
                 *           },
                 *           "referenceId": "ORDER-7",
                 *           "status": "succeeded",
                 *           "isTerminal": true,
                 *           "fiatAmount": {
                 *             "unit": "iso4217/USD",
                 *             "value": "2490",
                 *             "display": {
                 *               "assetSymbol": "USD",
                 *               "assetName": "US Dollar",
                 *               "decimals": 2
                 *             }
                 *           },
                 *           "tokenAmount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "24900000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "buyer": {
                 *             "accountCaip10": "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *             "accountProviderName": "Example Wallet"
                 *           },
                 *           "transaction": {
                 *             "networkId": "8453",
                 *             "hash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c",
                 *             "nonce": 41
                 *           },
                 *           "settlement": {
                 *             "settled": true,
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "24700400",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "txHash": "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c"
                 *           },
                 *           "fees": {
                 *             "total": {
                 *               "unit": "iso4217/USD",
                 *               "value": "20",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "fixed": {
                 *               "unit": "iso4217/USD",
                 *               "value": "10",
                 *               "display": {
                 *                 "assetSymbol": "USD",
                 *                 "assetName": "US Dollar",
                 *                 "decimals": 2
                 *               }
                 *             },
                 *             "percentage": "0.4"
                 *           },
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "lastUpdatedAt": "2026-11-20T09:31:20.000Z",
                 *           "settledAt": "2026-11-20T09:31:48.000Z",
                 *           "description": "Two cups and a bag of beans",
                 *           "lineItems": [
                 *             {
                 *               "name": "Stoneware cup, 200 ml",
                 *               "quantity": 2,
                 *               "total": "1600"
                 *             },
                 *             {
                 *               "name": "Espresso beans, 250 g",
                 *               "quantity": 1,
                 *               "total": "890"
                 *             }
                 *           ],
                 *           "refund": {
                 *             "status": "none",
                 *             "amount": {
                 *               "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *               "value": "0",
                 *               "display": {
                 *                 "assetSymbol": "USDC",
                 *                 "assetName": "USD Coin",
                 *                 "decimals": 6,
                 *                 "networkName": "Base",
                 *                 "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                 "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *               }
                 *             },
                 *             "refunds": [
                 *               {
                 *                 "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *                 "mode": "request",
                 *                 "status": "expired",
                 *                 "amount": {
                 *                   "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *                   "value": "10000000",
                 *                   "display": {
                 *                     "assetSymbol": "USDC",
                 *                     "assetName": "USD Coin",
                 *                     "decimals": 6,
                 *                     "networkName": "Base",
                 *                     "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *                     "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *                   }
                 *                 },
                 *                 "createdAt": "2026-11-20T09:31:20.000Z",
                 *                 "expiresAt": 1795773600
                 *               }
                 *             ]
                 *           }
                 *         },
                 *         "refund": {
                 *           "paymentId": "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E",
                 *           "refundId": "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K",
                 *           "amount": {
                 *             "unit": "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *             "value": "10000000",
                 *             "display": {
                 *               "assetSymbol": "USDC",
                 *               "assetName": "USD Coin",
                 *               "decimals": 6,
                 *               "networkName": "Base",
                 *               "iconUrl": "https://pay.example.com/icons/tokens/usdc.svg",
                 *               "networkIconUrl": "https://pay.example.com/icons/networks/8453.svg"
                 *             }
                 *           },
                 *           "status": "expired",
                 *           "expiresAt": 1795773600
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "refund.expired";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The payment as it was after the event, as lists show it, with its order. Totals of lineItems have the unit of fees.total. */
                        payment: components["schemas"]["EventPayment"];
                        /** @description The refund as it was after the event. */
                        refund: components["schemas"]["EventRefund"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_merchant_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "merchant.created",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "merchant": {
                 *           "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *           "iconUrl": "https://corner.example/logo-1024.png",
                 *           "status": "active",
                 *           "onlySettleableTokens": false,
                 *           "supportContact": "help@corner.example",
                 *           "brandColor": "#0a5c8a",
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "updatedAt": "2026-11-20T09:30:00.000Z",
                 *           "merchantName": "Corner Shop",
                 *           "merchantEmail": "owner@corner.example",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop",
                 *             "email": "owner@corner.example",
                 *             "iconUrl": "https://corner.example/logo-1024.png",
                 *             "status": "active",
                 *             "onlySettleableTokens": false,
                 *             "supportContact": "help@corner.example",
                 *             "brandColor": "#0a5c8a",
                 *             "createdAt": "2026-11-20T09:30:00.000Z",
                 *             "updatedAt": "2026-11-20T09:30:00.000Z"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "merchant.created";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The merchant as it was after the event. */
                        merchant: components["schemas"]["Merchant"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_merchant_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "merchant.updated",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "merchant": {
                 *           "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *           "iconUrl": "https://corner.example/logo-1024.png",
                 *           "status": "active",
                 *           "onlySettleableTokens": false,
                 *           "supportContact": "help@corner.example",
                 *           "brandColor": "#0a5c8a",
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "updatedAt": "2026-11-20T09:30:00.000Z",
                 *           "merchantName": "Corner Shop",
                 *           "merchantEmail": "owner@corner.example",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop",
                 *             "email": "owner@corner.example",
                 *             "iconUrl": "https://corner.example/logo-1024.png",
                 *             "status": "active",
                 *             "onlySettleableTokens": false,
                 *             "supportContact": "help@corner.example",
                 *             "brandColor": "#0a5c8a",
                 *             "createdAt": "2026-11-20T09:30:00.000Z",
                 *             "updatedAt": "2026-11-20T09:30:00.000Z"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "merchant.updated";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The merchant as it was after the event. */
                        merchant: components["schemas"]["Merchant"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_merchant_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "merchant.deleted",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "merchant": {
                 *           "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *           "iconUrl": "https://corner.example/logo-1024.png",
                 *           "status": "active",
                 *           "onlySettleableTokens": false,
                 *           "supportContact": "help@corner.example",
                 *           "brandColor": "#0a5c8a",
                 *           "createdAt": "2026-11-20T09:30:00.000Z",
                 *           "updatedAt": "2026-11-20T09:30:00.000Z",
                 *           "merchantName": "Corner Shop",
                 *           "merchantEmail": "owner@corner.example",
                 *           "merchant": {
                 *             "id": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *             "name": "Corner Shop",
                 *             "email": "owner@corner.example",
                 *             "iconUrl": "https://corner.example/logo-1024.png",
                 *             "status": "active",
                 *             "onlySettleableTokens": false,
                 *             "supportContact": "help@corner.example",
                 *             "brandColor": "#0a5c8a",
                 *             "createdAt": "2026-11-20T09:30:00.000Z",
                 *             "updatedAt": "2026-11-20T09:30:00.000Z"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "merchant.deleted";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The merchant as it was after the event. */
                        merchant: components["schemas"]["Merchant"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_settlement_destination_changed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "settlement_destination.changed",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "settlementDestination": {
                 *           "id": "crypto_01KAG9XK7M2N5P8Q1R4S6T9V0W",
                 *           "merchantId": "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S",
                 *           "asset": "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
                 *           "change": "changed",
                 *           "previousDestination": "eip155:8453:0x90F79bf6EB2c4f870365E785982E1f101E93b906",
                 *           "destination": "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
                 *           "takesEffectAt": null
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "settlement_destination.changed";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The change of a settlement destination. */
                        settlementDestination: components["schemas"]["EventSettlementDestination"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_api_key_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "api_key.created",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "apiKey": {
                 *           "id": "key_01KAG9V1X4Z7B0D3F6H9K2M5P8",
                 *           "name": "Shop server",
                 *           "permissions": [
                 *             "payments:read",
                 *             "payments:write"
                 *           ],
                 *           "hint": "k3Qz",
                 *           "createdAt": "2026-11-20T09:31:20.000Z"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "api_key.created";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The new API key, without its secret. */
                        apiKey: components["schemas"]["EventApiKey"];
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_webhook_endpoint_disabled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAGC2E3R9T6Y1V4B8N5M7K0J",
                 *       "type": "webhook_endpoint.disabled",
                 *       "timestamp": "2026-11-20T09:31:20.000Z",
                 *       "apiVersion": "2026-02-18",
                 *       "data": {
                 *         "webhookEndpoint": {
                 *           "id": "whe_01KAG9Z2C5F8H1K4N7Q0S3V6X9"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The event's id: the same each time it is shown or delivered. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The API version of the resources in data.
                     * @enum {string}
                     */
                    apiVersion: "2026-02-18" | "2026-02-19.preview";
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "webhook_endpoint.disabled";
                    /** @description The resources that the event is about, as they were after it. */
                    data: {
                        /** @description The webhook endpoint. */
                        webhookEndpoint: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The event was received, and isn't delivered again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
