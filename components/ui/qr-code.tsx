import encodeQR from "qr";

/** The width of the blank border, in modules. Cameras need it to find the code. */
const quietModules = 2;

/** A QR code as an inline SVG, rendered on the server. It is dark on light in both themes, because some cameras need that. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: quietModules });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
