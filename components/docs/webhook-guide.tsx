import { CodeBlock } from "#components/docs/code-block.tsx";
import { C, Topic } from "#components/docs/topic.tsx";
import { webhookSamples } from "#components/docs/webhook-samples.ts";

const create = `curl https://BASE/v1/webhook-endpoints \\
  -H "Api-Key: $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -d '{"url": "https://shop.example/webhooks"}'`;

const headers = `POST /webhooks HTTP/1.1
content-type: application/json
webhook-id: evt_01KAV0T5M8…
webhook-timestamp: 1795432800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"id":"evt_01KAV0T5M8…","type":"payment.succeeded","timestamp":"…","apiVersion":"…","data":{"payment":{…}}}`;

/** The guide from the first webhook to going live. */
export function WebhookGuide({ baseUrl, eventsHref }: { baseUrl: string; eventsHref: string }) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 pb-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
      <div className="space-y-8">
        <Topic id="first-webhook" title="Receive your first webhook">
          <ol className="list-decimal space-y-2 pl-5">
            <li>
              On your machine, run <C>npm run partner -- listen --forward http://localhost:4000/webhooks</C>. It
              forwards each new event to your server and prints the signing secret. No public address is needed.
            </li>
            <li>
              Add a handler for <C>POST /webhooks</C> that keeps the raw body, verifies it with one of the samples, and
              responds with 200, or with 401 if the signature is wrong.
            </li>
            <li>
              Create a payment and pay it. Your handler receives <C>payment.created</C>, <C>payment.processing</C> and
              so on.
            </li>
            <li>
              For your public server, create an endpoint in the dashboard under Developers, or through the API with the
              permission <C>webhooks:write</C>. Store the secret from the response: it isn’t shown again.
            </li>
            <li>Send a test event to it. The response says whether your server accepted it.</li>
          </ol>
          <p>
            The event types and their data are listed under{" "}
            <a href={eventsHref} className="text-accent underline">
              Events
            </a>
            .
          </p>
        </Topic>
        <Topic id="verify" title="Verify the signature">
          <p>
            Webhooks are signed as <em>Standard Webhooks</em> describes: <C>webhook-signature</C> is the Base64 of an
            HMAC-SHA256 over id, timestamp and body, joined by dots, with the secret’s bytes as the key. Use a library
            for your language, or one of these samples. Three things matter:
          </p>
          <ul className="list-disc space-y-1 pl-5">
            <li>
              Verify the bytes that arrived. A body that was parsed and serialized again has a different signature.
            </li>
            <li>Compare in constant time, as the samples do.</li>
            <li>Refuse a timestamp more than five minutes away, so that a recorded webhook can’t be sent again.</li>
          </ul>
        </Topic>
        <Topic id="answer" title="Respond quickly, process once">
          <p>
            Any status from 200 to 299 within 10 seconds counts as received. Store the event, respond, and do the work
            afterwards. A webhook can arrive more than once: process each <C>id</C> once. The events of one payment
            arrive in order, as long as your responses succeed. Events of different payments may not.
          </p>
        </Topic>
        <Topic id="retries" title="Retries and replays">
          <p>
            A failed delivery is retried after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 1, 2, 4 and 8 hours, and
            every 8 hours after that, for three days. Redirects aren’t followed. An endpoint that fails for three days,
            or responds with 410, is disabled, and the owners get an email. Replay one event, all failed ones, or those
            of a period, in the dashboard or through the API.
          </p>
        </Topic>
        <Topic id="rotate" title="Change the secret">
          <p>
            Rotating the secret gives you a new one. For the next 24 hours, or as long as you choose, webhooks have two
            signatures, one by each secret, separated by a space. Deploy the new secret within that time, and no webhook
            is lost.
          </p>
        </Topic>
        <Topic id="go-live" title="Before you go live">
          <ul className="list-disc space-y-1 pl-5">
            <li>The endpoint uses HTTPS with a certificate that browsers trust.</li>
            <li>A webhook with a wrong signature gets a 401 from your server. Try it.</li>
            <li>The same webhook twice ships one order. Try it.</li>
            <li>
              Orders are released on <C>payment.succeeded</C>, never on the buyer’s return to your shop, and only after
              the amount and <C>referenceId</C> have been compared with your order.
            </li>
            <li>Your server ignores types and fields that it doesn’t know.</li>
            <li>The secret and the API key are in your server’s settings, not in its code or its logs.</li>
            <li>
              A daily job compares open orders with <C>GET /v1/payments</C>, in case your server was down for more than
              three days.
            </li>
          </ul>
        </Topic>
      </div>
      <div className="min-w-0 space-y-6">
        <CodeBlock title="Create an endpoint" code={create.replace("https://BASE", baseUrl)} canCopy />
        <CodeBlock title="A webhook" code={headers} canCopy />
        {Object.values(webhookSamples).map(({ language, code }) => (
          <CodeBlock key={language} title={`Verify in ${language}`} code={code} canCopy />
        ))}
      </div>
    </div>
  );
}
