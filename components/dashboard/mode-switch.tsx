import { liveOverview, pathIn } from "#lib/core/test-pages.ts";

type ModeSwitchProps = { isTest: boolean; className?: string };

/** Leads to the other mode, by a link that loads the page anew: nothing of one mode stays in the other. */
export function ModeSwitch({ isTest, className = "" }: ModeSwitchProps) {
  return (
    <a
      href={isTest ? liveOverview : pathIn(true, "/dashboard")}
      className={`min-h-10 items-center justify-between gap-3 rounded-lg border border-line-strong px-3 text-sm hover:bg-sunken pointer-coarse:min-h-11 ${className}`}
    >
      <span>{isTest ? "Go to live mode" : "Go to test mode"}</span>
      <span aria-hidden="true" className="text-ink-muted">
        {isTest ? "Test" : "Live"}
      </span>
    </a>
  );
}
