import { CodeBlock } from "#components/docs/code-block.tsx";
import { C, Topic } from "#components/docs/topic.tsx";

type EventGuideProps = {
  types: readonly { type: string; meaning: string; resources: readonly string[] }[];
  /** An event as JSON. */
  example: string;
};

/** The form, order and types of events, and how to read them. */
export function EventGuide({ types, example }: EventGuideProps) {
  return (
    <div className="space-y-10 pb-12">
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <div className="space-y-8">
          <Topic id="form" title="Structure">
            <p>
              An event says what happened (<C>type</C>), when (<C>timestamp</C>) and to what (<C>data</C>). <C>data</C>{" "}
              holds the resources as they were after the event, in the format in which the API returns them: an event
              that you read a week later shows the same payment. Only the names and logos in it are the current ones.
            </p>
            <p>
              <C>id</C> is the same each time that an event is listed or delivered.
            </p>
          </Topic>
          <Topic id="order" title="Order and duplicates">
            <p>
              An event is recorded in the same transaction as the change that it reports: exactly one for each change,
              and none for a change that wasn’t made. The events of one payment are in the order of its changes. Events
              of different payments can become visible slightly out of order, because transactions commit at different
              times.
            </p>
            <p>
              Process each <C>id</C> once and ignore repeats. To decide which of two states is newer, compare{" "}
              <C>data.payment.lastUpdatedAt</C>.
            </p>
          </Topic>
          <Topic id="polling" title="Polling">
            <p>
              Read the list with <C>startTs</C> a minute before the newest event that you have, follow <C>nextCursor</C>{" "}
              to the end, and skip the ids that you know. The overlap finds events that became visible late. Events are
              kept for 90 days.
            </p>
            <p>
              While you develop, <C>npm run partner -- listen --forward http://localhost:4000/webhooks</C> does this and
              forwards each new event to your machine, signed like a webhook.
            </p>
          </Topic>
          <Topic id="event-versions" title="Versions and new types">
            <p>
              <C>apiVersion</C> is the version of the resources in <C>data</C>: the request’s, or the one of the webhook
              endpoint. A type is never renamed and doesn’t change its meaning. New types and fields are added without a
              new version, so ignore those that you don’t know.
            </p>
          </Topic>
          <Topic id="event-access" title="Access">
            <p>
              Reading events needs the permission <C>events:read</C>. Keys created before events existed don’t have it:
              create a new key. With a <C>Merchant-Id</C>, you get that merchant’s events only, and not those of the
              account, such as new API keys.
            </p>
          </Topic>
        </div>
        <CodeBlock title="An event" code={example} canCopy />
      </div>
      <section id="types" aria-labelledby="types-title" className="scroll-mt-6 space-y-3">
        <h2 id="types-title" className="text-xl font-semibold tracking-tight">
          Types
        </h2>
        <dl className="divide-y divide-line border-y border-line">
          {types.map(({ type, meaning, resources }) => (
            <div
              key={type}
              id={type}
              className="grid scroll-mt-4 gap-x-8 gap-y-1 py-3 lg:grid-cols-[18rem_minmax(0,1fr)]"
            >
              <dt className="font-mono text-sm font-semibold break-all">{type}</dt>
              <dd className="text-[0.9375rem] text-pretty">
                {meaning}{" "}
                <span className="text-sm text-ink-muted">
                  {resources.map((name, index) => (
                    <span key={name}>
                      {index > 0 && ", "}
                      <C>data.{name}</C>
                    </span>
                  ))}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
