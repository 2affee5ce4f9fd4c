import { C, Topic } from "#components/docs/topic.tsx";

type BasicsProps = {
  baseUrl: string;
  version: string;
  /** Requests a minute; 0 for no limit. */
  limits: { perKey: number; perApp: number; perAddress: number };
};

/** The conventions shared by every endpoint. */
export function Basics({ baseUrl, version, limits }: BasicsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 pb-12 md:grid-cols-2">
      <Topic id="access" title="Authentication">
        <p>
          Every endpoint is under <C>{baseUrl}/v1</C>. Your server sends its key in <C>Api-Key</C> and, for an endpoint
          that acts for one merchant, that merchant’s id in <C>Merchant-Id</C>. A buyer’s wallet sends its <C>App-Id</C>{" "}
          instead, with an optional <C>Client-Id</C>. A key that lacks the endpoint’s permission gets a 403.
        </p>
      </Topic>
      <Topic id="versions" title="Versions">
        <p>
          This page describes <C>{version}</C>. Your account is pinned to a version; <C>Service-Version</C> selects
          another one for a single request. Every response carries the version it was made with.
        </p>
      </Topic>
      <Topic id="errors" title="Errors">
        <p>
          An error is always JSON, <C>{"{ code, message, issues? }"}</C>. The codes are a{" "}
          <a href="/docs/errors" className="text-accent underline hover:text-accent-strong">
            closed list
          </a>
          . Any path can also return 404 <C>not_found</C>, or 405 with <C>Allow</C>. Every response has a{" "}
          <C>Request-Id</C>; quote it when you contact support.
        </p>
      </Topic>
      <Topic id="repeats" title="Retries and idempotency">
        <p>
          Retry after a 429, a 5xx or a broken connection: every write is safe to repeat. On endpoints that accept{" "}
          <C>Idempotency-Key</C>, the same key with the same body returns the first response again, byte for byte, with{" "}
          <C>Idempotent-Replayed: true</C>, for at least 24 hours.
        </p>
      </Topic>
      <Topic id="waiting" title="Check the status">
        <p>
          Long-poll with <C>maxPollMs=20000</C>: the response arrives when the status changes, or when that time is up
          (25 seconds at most). Until <C>isFinal</C> is true, poll again after <C>pollInMs</C>.
        </p>
      </Topic>
      <Topic id="lists" title="Pagination">
        <p>
          A list returns <C>data</C> and <C>nextCursor</C>. Send the cursor with the same filters to get the next page;
          it is null on the last page.
        </p>
      </Topic>
      <Topic id="limits" title="Rate limits">
        <p>
          Per minute: {limit(limits.perKey)} requests for a key, {limit(limits.perApp)} for an App-Id from one IP
          address, and {limit(limits.perAddress)} without valid credentials from one IP address. A long poll counts as
          one request. Requests that come much faster than that wait for up to a second each. <C>RateLimit-Policy</C>{" "}
          and <C>RateLimit</C> state the limit and what’s left of it. Beyond the limit, the response is 429 with{" "}
          <C>Retry-After</C>. A request body can be up to 64 KiB.
        </p>
      </Topic>
    </div>
  );
}

const numbers = new Intl.NumberFormat("en");
const limit = (perMinute: number) => (perMinute === 0 ? "unlimited" : numbers.format(perMinute));
