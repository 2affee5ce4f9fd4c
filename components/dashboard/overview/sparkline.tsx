const width = 100;
const height = 24;

/** The course of a figure as a small line, without axes. Hidden from screen readers, which have the chart's table. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values, 0);
  const bottom = Math.min(...values, 0);
  if (values.length < 2 || top === bottom) return null;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const y = height - 1 - ((value - bottom) / (top - bottom)) * (height - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-1 h-6 w-full text-accent"
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
