import { newId } from "#lib/core/ids.ts";
import { columnsOf, type RowOf, reader } from "#lib/db/fields.ts";
import { type Payment, paymentFields } from "#lib/domain/payments/payment.ts";

type Row = RowOf<typeof paymentFields>;
type NullColumns = { [Name in keyof Row as null extends Row[Name] ? Name : never]: null };

/** The columns that may be null. */
const nullColumns = Object.fromEntries(
  Object.entries(columnsOf(paymentFields)).flatMap(([name, { isNullable }]) => (isNullable ? [[name, null]] : [])),
) as NullColumns;
const toPayment = reader(paymentFields);

/** A payment of 12.50 dollars without fees that was just created, for rules that take one. */
export function makePayment(fields: Partial<Payment> = {}): Payment {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const payment = toPayment({
    ...nullColumns,
    id: newId("pay", now),
    partner_id: newId("prt", now),
    merchant_id: newId("mrch", now),
    status: "requires_action",
    version: 0,
    has_deposit_address: false,
    reference_id: "order 1",
    unit: "iso4217/USD",
    value: "1250",
    fee_currency: "USD",
    fee_fixed: "0",
    fee_ppm: 0,
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + 900_000),
  });
  return { ...payment, ...fields };
}
