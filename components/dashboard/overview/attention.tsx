import type { ReactNode } from "react";
import { kindWords } from "#components/dashboard/exceptions/exception-words.ts";
import { endOfId, sharedNames } from "#components/dashboard/merchants/distinct-names.ts";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type AttentionData = QueryOutput<"overview.attention">;

/** Items shown per kind; the server sends one extra when there are more. */
const shown = 5;

/** Problems that need a person, each linked to the page that fixes it. */
export function Attention({ data: { removed, settlements, exceptions, merchants, keys } }: { data: AttentionData }) {
  const isQuiet = [removed, settlements, exceptions, merchants, keys].every(({ length }) => length === 0);
  const shared = sharedNames(merchants);
  return (
    <section aria-labelledby="attention-heading" className="rounded-xl border border-line bg-surface">
      <h2 id="attention-heading" className="px-5 pt-4 pb-3 font-semibold">
        Needs attention
      </h2>
      {isQuiet ? (
        <p className="px-5 pb-4 text-sm text-ink-muted">All clear.</p>
      ) : (
        <ul className="text-sm">
          {removed
            .slice(0, shown)
            .map(({ paymentId, refundId, merchantName, referenceId, money, isMissing, since }) => (
              <Item
                key={refundId ?? paymentId}
                tone={isMissing ? "critical" : "pending"}
                word={isMissing ? "Reversed on chain" : "Sending again"}
                href={paths.payment(paymentId)}
                name={`${isolated(referenceId)}, ${isolated(merchantName)}`}
              >
                <Money money={money} hasNetwork /> removed by a chain reorganization since <When at={since} />
              </Item>
            ))}
          {settlements.slice(0, shown).map(({ paymentId, merchantName, referenceId, money, hasFailed, since }) => (
            <Item
              key={paymentId}
              tone="critical"
              word={hasFailed ? "Payout failed" : "Payout stuck"}
              href={paths.payment(paymentId)}
              name={`${isolated(referenceId)}, ${isolated(merchantName)}`}
            >
              <Money money={money} hasNetwork /> since <When at={since} />
            </Item>
          ))}
          <More items={settlements} words="View all payouts that aren't settled" href={paths.unsettled} />
          {exceptions.slice(0, shown).map(({ id, kind, payment, merchantName, money, since }) => (
            <Item
              key={id}
              tone="critical"
              word={kindWords[kind]}
              href={`${paths.payment(payment.id)}#transfers`}
              name={`${isolated(payment.reference)}, ${isolated(merchantName)}`}
            >
              <Money money={money} hasNetwork /> transferred, since <When at={since} />
            </Item>
          ))}
          <More items={exceptions} words="View all exceptions" href={paths.exceptions} />
          {merchants.slice(0, shown).map(({ id, name, payments }) => (
            <Item
              key={id}
              tone="pending"
              word="No destination"
              href={paths.merchant(id)}
              name={shared.has(name) ? `${isolated(name)} (${endOfId(id)})` : name}
            >
              {heldWords(payments)}
            </Item>
          ))}
          <More items={merchants} words="View all merchants without a destination" href={paths.lackingMerchants} />
          {keys.slice(0, shown).map(({ id, name, hint, createdAt, lastUsedAt }) => (
            <Item key={id} tone="neutral" word="Unused key" href={paths.keys} name={`${isolated(name)} (…${hint})`}>
              {lastUsedAt === null ? (
                <>
                  Never used, created <When at={createdAt} precision="day" />
                </>
              ) : (
                <>
                  Last used <When at={lastUsedAt} precision="day" />
                </>
              )}
            </Item>
          ))}
          <More items={keys} words="View all keys" href={paths.keys} />
        </ul>
      )}
    </section>
  );
}

/** Says what a merchant without a destination has been paid. */
export function heldWords(payments: number): string {
  if (payments === 0) return "Can't receive payouts yet";
  if (payments === 1) return "1 payment succeeded; its money is held in the treasury";
  return `${payments.toLocaleString("en")} payments succeeded; their money is held in the treasury`;
}

type ItemProps = { tone: Tone; word: string; href: string; name: string; children: ReactNode };

function Item({ tone, word, href, name, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-5 py-3">
      <span className="w-32 shrink-0">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <Link href={href} className="min-w-0 grow basis-48 truncate font-medium underline-offset-4 hover:underline">
        <bdi>{name}</bdi>
      </Link>
      <span className="text-ink-muted">{children}</span>
    </li>
  );
}

function More({ items, words, href }: { items: readonly unknown[]; words: string; href: string }) {
  if (items.length <= shown) return null;
  return (
    <li className="border-t border-line px-5 py-3 text-ink-muted">
      <Link href={href} className="underline underline-offset-4 hover:text-ink">
        {words}
      </Link>
    </li>
  );
}
