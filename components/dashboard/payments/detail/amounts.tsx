import { Money } from "#components/dashboard/money.tsx";
import { Fact, Facts, Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";

/** The amounts and fees of a payment. */
export function Amounts({ payment }: { payment: PaymentDetail }) {
  const { amount, fiat, fees, paid, tokenFee, net, refunded } = payment;
  return (
    <Section title="Amounts">
      <Facts>
        <Fact name="Requested">
          <Money money={amount} hasNetwork />
        </Fact>
        {fiat && (
          <Fact name="Value at creation">
            <Money money={fiat} />
          </Fact>
        )}
        <Fact name="Fee">
          <Money money={fees.total} />
          <span className="text-ink-muted">
            {" "}
            ({fees.percentage}% + <Money money={fees.fixed} />)
          </span>
        </Fact>
        {paid && (
          <Fact name={payment.status === "succeeded" ? "Paid" : "Selected by the buyer"}>
            <Money money={paid} hasNetwork />
          </Fact>
        )}
        {tokenFee && (
          <Fact name="Token fee">
            <Money money={tokenFee} />
          </Fact>
        )}
        {net && (
          <Fact name="Net">
            <Money money={net} className="font-medium" />
          </Fact>
        )}
        {refunded && (
          <Fact name="Refunded">
            <Money money={refunded} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}
