/** The logo, a receipt with a torn edge, and the name. */
export function Wordmark({ className = "" }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold tracking-tight ${className}`}>
      <svg aria-hidden="true" className="size-[1.1em] text-accent" viewBox="0 0 16 16" fill="currentColor">
        <path d="M3 1h10a1 1 0 0 1 1 1v12.5l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5V2a1 1 0 0 1 1-1Z" />
      </svg>
      Till
    </span>
  );
}
