import { AddressLink } from "#components/dashboard/chain-links.tsx";
import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { ExceptionItem } from "#components/dashboard/exceptions/exception-item.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { Fact, Facts, Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { When } from "#components/dashboard/when.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

type TransfersProps = { payment: PaymentDetail; mayDecide: boolean };

const openFirst = (a: Exception, b: Exception) => Number(a.endedAt !== null) - Number(b.endedAt !== null);

/** The address at which the payment takes transfers, and what went wrong with them; nothing without an address. */
export function Transfers({ payment, mayDecide }: TransfersProps) {
  const { deposit, exceptions } = payment;
  if (deposit === null && exceptions.length === 0) return null;
  return (
    <div id="transfers" className="scroll-mt-16">
      <Section title="Transfers">
        <div className="space-y-4">
          {deposit !== null && <Deposit deposit={deposit} />}
          {exceptions.length > 0 && (
            <ul className="space-y-4" aria-label="Exceptions">
              {exceptions.toSorted(openFirst).map((exception) => (
                <ExceptionItem key={exception.id} exception={exception} payment={payment} mayDecide={mayDecide} />
              ))}
            </ul>
          )}
          {exceptions.length > 0 && (
            <p className="text-sm">
              <TextLink href={paths.exceptions}>All exceptions</TextLink>
            </p>
          )}
        </div>
      </Section>
    </div>
  );
}

function Deposit({ deposit }: { deposit: NonNullable<PaymentDetail["deposit"]> }) {
  const { address, isOpen, amount, received, pending, missing, payableUntil, refundAccount } = deposit;
  return (
    <Facts>
      <Fact name="Address">
        <AddressLink address={address} hasNetwork />
      </Fact>
      <Fact name="Asked for">
        <Money money={amount} />
      </Fact>
      {isOpen && (
        <>
          <Fact name="Arrived">
            <Money money={received} />
            {pending.value !== "0" && (
              <span className="text-ink-muted">
                , <Money money={pending} /> confirming
              </span>
            )}
          </Fact>
          <Fact name="Missing">
            <Money money={missing} />
          </Fact>
          <Fact name="Accepted until">
            <When at={payableUntil} />
          </Fact>
        </>
      )}
      <Fact name="Refund account">
        {refundAccount === null ? (
          <span className="text-ink-muted">The buyer hasn't named one</span>
        ) : (
          <AddressLink address={refundAccount} hasNetwork />
        )}
      </Fact>
    </Facts>
  );
}
