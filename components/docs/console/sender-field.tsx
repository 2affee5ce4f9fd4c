import { chooseSender, type Sender } from "#components/docs/console/sender.ts";
import { SelectField } from "#components/ui/field.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { ConsoleSession } from "#lib/dashboard/rpc/contract.ts";

type SenderFieldProps = { session: ConsoleSession | null; value: Sender };

/** Chooses the sender of the request. For visitors, says how to do without a key. */
export function SenderField({ session, value }: SenderFieldProps) {
  if (session === null) {
    return (
      <p className="text-sm text-ink-muted">
        <TextLink href={`/sign-in?next=${here()}`}>Sign in</TextLink> to send requests without a key.
      </p>
    );
  }
  const { email } = session;
  return (
    <div className="space-y-3">
      <SelectField
        label="Send as"
        value={value}
        onChange={({ target }) => chooseSender(target.value as Sender)}
        hint={value === "test" ? "Requests act on your test account. No money moves." : undefined}
      >
        <option value="test">{email}, test mode</option>
        <option value="live">{email}, live mode</option>
        <option value="key">An API key</option>
      </SelectField>
      <Limit session={session} />
      {value === "live" && (
        <p className="rounded-lg border border-critical px-4 py-3 text-sm text-critical">
          <strong className="font-semibold">Live mode.</strong> Requests act on your real account.
        </p>
      )}
    </div>
  );
}

/** Says why the member can't send the request. */
function Limit({ session: { role, hasRequiredFactor, mayCall } }: { session: ConsoleSession }) {
  if (!hasRequiredFactor) {
    return (
      <p className="text-sm text-ink-muted">
        Your company requires two-factor authentication.{" "}
        <TextLink href={`/two-factor?next=${here()}`}>Set it up</TextLink> to send requests without a key.
      </p>
    );
  }
  if (mayCall) return null;
  return (
    <p className="text-sm text-ink-muted">
      Your role ({role}) doesn't include this operation's permission. Send it with an API key, or ask an owner or admin.
    </p>
  );
}

/** The page's address, to return to. */
export function here(): string {
  return encodeURIComponent(location.pathname + location.search);
}
