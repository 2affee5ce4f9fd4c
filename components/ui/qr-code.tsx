import encodeQR from "qr";

/** The width of the blank border, in modules. Cameras need it to find the code. */
const quietModules = 2;

/** A QR code as an inline SVG, rendered on the server. It is dark on light in both themes, because some cameras need that. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: quietModules });
  // One rectangle for each run of dark modules: one for each module would be twice as long, and the path is in the page twice.
  const path = rows.flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(({ 0: run, index }) => {
      const width = run.length;
      return `M${index} ${y}h${width}v1h-${width}z`;
    }),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000" d={path.join("")} />
    </svg>
  );
}
