import Link from "next/link";
import { buttonClass } from "#components/ui/action-button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export default function MerchantNotFound() {
  return (
    <>
      <PageHeader title="There is no such merchant" about="It was deleted, or the address is not right." />
      <Link href="/dashboard/merchants" className={buttonClass("plain")}>
        All merchants
      </Link>
    </>
  );
}
