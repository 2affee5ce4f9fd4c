import { buttonClass } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export default function MerchantNotFound() {
  return (
    <>
      <PageHeader title="Merchant not found" about="It was deleted, or the link is wrong." />
      <Link href="/dashboard/merchants" className={buttonClass("plain")}>
        View all merchants
      </Link>
    </>
  );
}
