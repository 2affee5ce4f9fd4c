type Precision = "day" | "minute" | "second";

const day = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
const minute = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const formats: Record<Precision, Intl.DateTimeFormat> = {
  day: new Intl.DateTimeFormat("en-GB", day),
  minute: new Intl.DateTimeFormat("en-GB", minute),
  second: new Intl.DateTimeFormat("en-GB", { ...minute, second: "2-digit" }),
};

type WhenProps = {
  /** RFC 3339, as the server sends it. */
  at: string;
  precision?: Precision;
  /** Omits the zone where a heading says that times are in UTC. */
  isBare?: boolean;
  className?: string;
};

/** A time in UTC, labelled as such, the same for every viewer. */
export function When({ at, precision = "minute", isBare = false, className = "" }: WhenProps) {
  const suffix = isBare || precision === "day" ? "" : " UTC";
  return (
    <time
      dateTime={at}
      title={`${at.replace("T", " ").replace("Z", "")} UTC`}
      className={`whitespace-nowrap tabular-nums ${className}`}
    >
      {formats[precision].format(new Date(at))}
      {suffix}
    </time>
  );
}
