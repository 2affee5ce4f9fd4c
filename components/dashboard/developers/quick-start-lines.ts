import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type QuickStartStep = { title: string; about: string; lines: string };

/**
 * Returns shell commands that create the first payment with curl and the partner's own ids. Each step uses the
 * variables of the steps before it.
 */
export function quickStartLines({ baseUrl, merchant, key }: QueryOutput<"developers.quickStart">): QuickStartStep[] {
  const pick = (field: string) => `sed -E 's/.*"${field}":"([^"]+)".*/\\1/'`;
  const json = `-H 'Content-Type: application/json'`;
  const who = `-H "Api-Key: $API_KEY" -H "Merchant-Id: $MERCHANT_ID"`;
  const settings = [`BASE=${baseUrl}`, `API_KEY=till_…${key?.hint ?? ""}`];
  const create = `MERCHANT_ID=$(curl -s $BASE/v1/merchants -H "Api-Key: $API_KEY" -H "Idempotency-Key: $(date +%s)-$$" ${json} \\
  -d '{"merchantName":"My shop","merchantEmail":"shop@example.com"}' | ${pick("merchantId")})`;
  return [
    {
      title: "Authenticate",
      about:
        key === null
          ? "Replace the placeholder with your API key."
          : `Replace the placeholder with the full key named ${isolated(key.name)}.`,
      lines: [...settings, ...(merchant === null ? [] : [`MERCHANT_ID=${merchant.id}`])].join("\n"),
    },
    ...(merchant === null
      ? [
          {
            title: "Create a merchant",
            about: "The shop that receives payments. You can also create one in the dashboard.",
            lines: create,
          },
        ]
      : []),
    {
      title: "Create a payment of 12.50 USD",
      about: "The amount is in cents. Send the buyer to the link in the response.",
      lines: `LINK=$(curl -s $BASE/v1/payments ${who} ${json} \\
  -d '{"referenceId":"ORDER-1","amount":{"unit":"iso4217/USD","value":"1250"}}' | ${pick("gatewayUrl")})
echo $LINK`,
    },
    {
      title: "Check the status",
      about: "The response arrives at the next change, or after 5 seconds. Repeat until isFinal is true.",
      lines: `curl -s "$BASE/v1/payments/\${LINK##*/}/status?maxPollMs=5000" ${who}`,
    },
  ];
}
