import { countWords, type Endpoint } from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { Fact, Facts } from "#components/dashboard/payments/detail/facts.tsx";
import { When } from "#components/dashboard/when.tsx";
import { CopiedId } from "#components/ui/copied-id.tsx";
import { Link } from "#components/ui/link.tsx";

/** The settings and the health of an endpoint. */
export function EndpointFacts({ endpoint, max }: { endpoint: Endpoint; max: number }) {
  const { id, eventTypes, merchants, apiVersion, oldSecretUntil, failingSince, lastSuccessAt, createdAt } = endpoint;
  return (
    <Facts>
      <Fact name="Events">
        {eventTypes.length === 0 ? (
          "All, including types that are added later"
        ) : (
          <span className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-[0.8125rem]">
            {eventTypes.map((type) => (
              <span key={type}>{type}</span>
            ))}
          </span>
        )}
      </Fact>
      <Fact name="Merchants">
        {merchants.length === 0 ? (
          "All, and events of your account"
        ) : (
          <span className="flex flex-wrap gap-x-3 gap-y-1">
            {merchants.map((merchant) => (
              <Link
                key={merchant.id}
                href={paths.merchant(merchant.id)}
                className="wrap-anywhere text-accent underline-offset-4 hover:underline"
              >
                <bdi>{merchant.name}</bdi>
              </Link>
            ))}
          </span>
        )}
      </Fact>
      <Fact name="Last delivery">{lastSuccessAt === null ? "Never" : <When at={lastSuccessAt} />}</Fact>
      {failingSince !== null && (
        <Fact name="Failing since">
          <When at={failingSince} className="text-critical" />
        </Fact>
      )}
      <Fact name="Deliveries">
        <span className="tabular-nums">
          {countWords(endpoint.pending, max)} pending, {countWords(endpoint.failed, max)} failed
        </span>
      </Fact>
      {oldSecretUntil !== null && (
        <Fact name="Previous secret">
          Also signs until <When at={oldSecretUntil} />
        </Fact>
      )}
      <Fact name="API version">{apiVersion}</Fact>
      <Fact name="Endpoint ID">
        <CopiedId id={id} name="Copy endpoint ID" className="text-[0.8125rem]" />
      </Fact>
      <Fact name="Created">
        <When at={createdAt} />
      </Fact>
    </Facts>
  );
}
