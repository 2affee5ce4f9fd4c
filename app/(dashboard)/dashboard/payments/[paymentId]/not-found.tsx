import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";

export default function PaymentNotFound() {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">No such payment</h1>
      <EmptyState title="There is no payment with this id">
        <p>Check the id; it begins with pay_. Payments of other partners are not shown here.</p>
        <Link href="/dashboard/payments" className="text-accent underline underline-offset-4">
          All payments
        </Link>
      </EmptyState>
    </>
  );
}
