import type { QueryOutput } from "#lib/dashboard/wire.ts";

type QuickStartStep = { title: string; about: string; lines: string };

/** The first payment by curl, with the partner's own ids: lines for a shell, each step after the one before. */
export function quickStartLines({ baseUrl, merchant, key }: QueryOutput<"developers.quickStart">): QuickStartStep[] {
  const pick = (field: string) => `sed -E 's/.*"${field}":"([^"]+)".*/\\1/'`;
  const json = `-H 'Content-Type: application/json'`;
  const who = `-H "Api-Key: $KEY" -H "Merchant-Id: $MERCHANT"`;
  const settings = [`BASE=${baseUrl}`, `KEY=till_…${key?.hint ?? ""}`];
  const create = `MERCHANT=$(curl -s $BASE/v1/merchants -H "Api-Key: $KEY" -H "Idempotency-Key: $(date +%s)-$$" ${json} \\
  -d '{"merchantName":"My shop","merchantEmail":"shop@example.com"}' | ${pick("merchantId")})`;
  return [
    {
      title: "Say who you are",
      about:
        key === null ? "Put your key in its place." : `Put the whole key in its place: the one called ${key.name}.`,
      lines: [...settings, ...(merchant === null ? [] : [`MERCHANT=${merchant.id}`])].join("\n"),
    },
    ...(merchant === null
      ? [
          {
            title: "Create a merchant",
            about: "The shop that is paid. Or create one on this dashboard.",
            lines: create,
          },
        ]
      : []),
    {
      title: "Create a payment of 12.50 USD",
      about: "The amount is in cents. Send the buyer to the link that comes back.",
      lines: `LINK=$(curl -s $BASE/v1/payments ${who} ${json} \\
  -d '{"referenceId":"ORDER-1","amount":{"unit":"iso4217/USD","value":"1250"}}' | ${pick("gatewayUrl")})
echo $LINK`,
    },
    {
      title: "Wait for what becomes of it",
      about: "The answer comes at the next change, or after 5 seconds. Ask again until isFinal is true.",
      lines: `curl -s "$BASE/v1/payments/\${LINK##*/}/status?maxPollMs=5000" ${who}`,
    },
  ];
}
