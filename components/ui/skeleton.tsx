/** In place of what is on its way; `className` gives it the size of what comes. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-md bg-line motion-safe:animate-pulse ${className}`} />;
}
