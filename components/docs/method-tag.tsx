const looks: Record<string, string> = { GET: "text-ink-muted", DELETE: "text-critical" };

/** An HTTP method in a fixed-width column. */
export function MethodTag({ method, className = "" }: { method: string; className?: string }) {
  return (
    <span className={`shrink-0 font-mono font-semibold tracking-tight ${looks[method] ?? "text-accent"} ${className}`}>
      {method}
    </span>
  );
}
