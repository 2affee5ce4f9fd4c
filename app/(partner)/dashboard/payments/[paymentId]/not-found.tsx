import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";

export default function PaymentNotFound() {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Payment not found</h1>
      <EmptyState title="No payment has this ID">
        <p>Check the ID. It starts with pay_.</p>
        <Link href="/dashboard/payments" className="text-accent underline underline-offset-4">
          View all payments
        </Link>
      </EmptyState>
    </>
  );
}
