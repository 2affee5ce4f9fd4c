import type { ReactNode } from "react";
import { AccountMenu } from "#components/dashboard/account-menu.tsx";
import { ModeSwitch } from "#components/dashboard/mode-switch.tsx";
import { NavLinks } from "#components/dashboard/nav-links.tsx";
import { NotificationBell } from "#components/dashboard/notifications/notification-bell.tsx";
import { CommandCenter } from "#components/dashboard/palette/command-center.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { PersonIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";
import type { Role } from "#lib/core/roles.ts";

type ShellProps = { partnerName: string; email: string; role: Role; isTest: boolean; children: ReactNode };

/** The frame of every dashboard page. */
export function Shell({ partnerName, email, role, isTest, children }: ShellProps) {
  return (
    <div className="flex grow flex-col lg:flex-row">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-surface print:hidden lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-60 lg:shrink-0 lg:flex-col lg:gap-6 lg:border-r lg:border-b-0 lg:p-4">
        <div className="flex items-center gap-3 px-4 pt-3 lg:relative lg:block lg:space-y-1 lg:px-3 lg:pt-2">
          <Wordmark className="text-lg" />
          <p className="min-w-0 grow truncate text-sm text-ink-muted lg:pr-12">
            <bdi>{partnerName}</bdi>
          </p>
          <div className="lg:pt-3">
            <CommandCenter role={role} />
          </div>
          <div className="shrink-0 lg:absolute lg:top-1 lg:right-3">
            <NotificationBell />
          </div>
          <Link
            href="/dashboard/account"
            className="inline-flex size-10 shrink-0 items-center justify-center rounded-lg border border-line-strong text-ink-muted lg:hidden pointer-coarse:size-11"
          >
            <PersonIcon className="size-5" />
            <span className="sr-only">Your account</span>
          </Link>
        </div>
        <nav aria-label="Dashboard" className="px-2 py-2 lg:grow lg:p-0">
          <NavLinks role={role} />
        </nav>
        <ModeSwitch isTest={isTest} className="hidden lg:flex" />
        <AccountMenu email={email} role={role} />
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 grow focus:outline-none">
        {isTest && (
          <p className="test-band sticky top-0 z-10 flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-6 py-2.5 text-sm sm:px-8 print:static">
            <strong className="tracking-wide">TEST MODE</strong>
            <span className="max-sm:grow">
              No money moves. <span className="max-sm:hidden">Keys of test mode begin with till_test_.</span>
            </span>
            <Link href={paths.goLive} className="font-medium underline underline-offset-4 sm:ml-auto">
              Go live
            </Link>
          </p>
        )}
        <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-6 sm:px-8 lg:py-10">{children}</div>
      </main>
    </div>
  );
}
