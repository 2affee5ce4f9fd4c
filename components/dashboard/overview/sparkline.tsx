const width = 100;
const height = 24;

/**
 * The course of a figure as a small line, without axes. A step without a value is passed over. Hidden from
 * screen readers, which have the chart's table.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const top = Math.max(...known, 0);
  const bottom = Math.min(...known, 0);
  if (known.length < 2 || top === bottom) return null;
  const points = values.flatMap((value, index) => {
    if (value === null) return [];
    const x = (index / (values.length - 1)) * width;
    const y = height - 1 - ((value - bottom) / (top - bottom)) * (height - 2);
    return [`${x.toFixed(1)},${y.toFixed(1)}`];
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-auto h-6 w-full text-accent"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
