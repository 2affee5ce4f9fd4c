import type { ReactNode } from "react";

type BasicsProps = {
  baseUrl: string;
  version: string;
  /** Requests a minute; 0 for no limit. */
  limits: { perKey: number; perApp: number; perAddress: number };
};

/** What holds for every operation. */
export function Basics({ baseUrl, version, limits }: BasicsProps) {
  return (
    <div className="grid gap-x-12 gap-y-8 pb-12 md:grid-cols-2">
      <Topic id="access" title="Access">
        <p>
          Everything is below <C>{baseUrl}/v1</C>. A partner’s server sends its key in <C>Api-Key</C> and, where an
          operation works for one merchant, that merchant’s id in <C>Merchant-Id</C>. A buyer’s wallet sends its{" "}
          <C>App-Id</C> instead, and may add a <C>Client-Id</C>. A key has permissions; without the one that an
          operation names, the answer is 403.
        </p>
      </Topic>
      <Topic id="versions" title="Versions">
        <p>
          This page describes <C>{version}</C>. An account is pinned to a version; <C>Service-Version</C> picks another
          for one request. Every answer carries the version that it was made by.
        </p>
      </Topic>
      <Topic id="errors" title="Errors">
        <p>
          An error is always JSON, <C>{"{ code, message, issues? }"}</C>. The codes are a{" "}
          <a href="/docs/errors" className="text-accent underline hover:text-accent-strong">
            closed list
          </a>
          . Any address may also answer 404 <C>not_found</C>, or 405 with <C>Allow</C>. Each answer has a{" "}
          <C>Request-Id</C>; name it when you ask for help.
        </p>
      </Topic>
      <Topic id="repeats" title="Repeats">
        <p>
          Repeat a request after 429, 5xx or a broken connection: every write is safe to repeat. Where{" "}
          <C>Idempotency-Key</C> is taken, the same key with the same body gives the first answer again, byte for byte,
          with <C>Idempotent-Replayed: true</C>, for at least 24 hours.
        </p>
      </Topic>
      <Topic id="waiting" title="Waiting for a status">
        <p>
          Ask with <C>maxPollMs=20000</C>: the answer comes when the status changes, or after at most 25 seconds. Until{" "}
          <C>isFinal</C> is true, ask again after <C>pollInMs</C>.
        </p>
      </Topic>
      <Topic id="lists" title="Lists">
        <p>
          A list gives <C>data</C> and <C>nextCursor</C>. Send the cursor with the same filters for the next page; null
          means that this was the last.
        </p>
      </Topic>
      <Topic id="limits" title="Limits">
        <p>
          Requests are counted by the minute: {limit(limits.perKey)} for a key, {limit(limits.perApp)} for an App-Id at
          one address, {limit(limits.perAddress)} for an address that is not let in. A held poll is one request.{" "}
          <C>RateLimit-Policy</C> and <C>RateLimit</C> say what counted and what is left; beyond, the answer is 429 with{" "}
          <C>Retry-After</C>. A body has at most 64 KiB.
        </p>
      </Topic>
    </div>
  );
}

function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-6 space-y-2">
      <h2 className="font-semibold">{title}</h2>
      <div className="text-[0.9375rem] leading-relaxed text-pretty">{children}</div>
    </section>
  );
}

function C({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.875em] font-medium break-words">{children}</code>;
}

const numbers = new Intl.NumberFormat("en");
const limit = (perMinute: number) => (perMinute === 0 ? "any number" : numbers.format(perMinute));
