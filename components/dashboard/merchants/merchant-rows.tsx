import { endOfId, sharedNames } from "#components/dashboard/merchants/distinct-names.ts";
import { MerchantLogo } from "#components/dashboard/merchants/merchant-logo.tsx";
import { MerchantStatusBadge } from "#components/dashboard/merchants/merchant-status.tsx";
import type { ShownMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { When } from "#components/dashboard/when.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";

type MerchantRowsProps = { merchants: readonly ShownMerchant[]; isStale: boolean };

/** The merchants as a table, two lines per merchant on a phone. Each row links to its merchant. */
export function MerchantRows({ merchants, isStale }: MerchantRowsProps) {
  const shared = sharedNames(merchants);
  return (
    <div className={`overflow-hidden rounded-xl border border-line bg-surface ${isStale ? "opacity-60" : ""}`}>
      <table className="w-full text-left text-sm max-sm:table-fixed">
        <thead className="border-b border-line bg-sunken text-xs text-ink-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2.5 font-medium">
              Merchant
            </th>
            <th scope="col" className="px-4 py-2.5 font-medium">
              Status
            </th>
            <th scope="col" className="px-4 py-2.5 font-medium whitespace-nowrap">
              Payouts in
            </th>
            <th scope="col" className="px-4 py-2.5 font-medium whitespace-nowrap max-lg:hidden">
              Created (<ZoneName />)
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {merchants.map((merchant) => (
            <Row key={merchant.id} merchant={merchant} isNameShared={shared.has(merchant.name)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ merchant, isNameShared }: { merchant: ShownMerchant; isNameShared: boolean }) {
  const { id, name, email, logo, status, destinations, createdAt } = merchant;
  return (
    <tr className="relative hover:bg-sunken max-sm:flex max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-1.5 max-sm:px-4 max-sm:py-3">
      <td className="w-full max-w-0 px-4 py-3 max-sm:max-w-full max-sm:p-0">
        <div className="flex items-center gap-3">
          <MerchantLogo name={name} logo={logo} />
          <div className="min-w-0">
            {/* The whole row is the link's to click; the name is what is read. */}
            <Link
              href={`/dashboard/merchants/${id}`}
              className="block font-medium wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            <p className="flex gap-2 text-xs text-ink-muted">
              <span className="truncate">{email}</span>
              {isNameShared && <span className="shrink-0 whitespace-nowrap">{endOfId(id)}</span>}
            </p>
          </div>
        </div>
      </td>
      <td className="px-4 py-3 max-sm:p-0 max-sm:pl-12">
        <MerchantStatusBadge status={status} />
      </td>
      <td className="px-4 py-3 whitespace-nowrap tabular-nums max-sm:p-0">
        {destinations === 0 ? (
          <Badge tone="critical">No destination</Badge>
        ) : (
          <span className="text-ink-muted">{destinations === 1 ? "1 token" : `${destinations} tokens`}</span>
        )}
      </td>
      <td className="px-4 py-3 whitespace-nowrap text-ink-muted max-lg:hidden">
        <When at={createdAt} precision="day" />
      </td>
    </tr>
  );
}
