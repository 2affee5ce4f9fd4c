/** A loading placeholder; `className` sets its size. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-md bg-line motion-safe:animate-pulse ${className}`} />;
}
