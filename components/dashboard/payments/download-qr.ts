import encodeQR from "qr";

const quietModules = 4;
/** About a thousand pixels per side, which prints sharply at any receipt size. */
const pngSide = 1_024;

/** Downloads a text's QR code as SVG. @param name of the file, without extension. */
export function downloadSvg(text: string, name: string): void {
  const svg = encodeQR(text, "svg", { ecc: "medium", border: quietModules });
  save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Downloads a text's QR code as PNG. */
export async function downloadPng(text: string, name: string): Promise<void> {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: quietModules });
  const module = Math.floor(pngSide / rows.length);
  const canvas = document.createElement("canvas");
  canvas.width = module * rows.length;
  canvas.height = canvas.width;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * module, y * module, module, module);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob !== null) save(blob, `${name}.png`);
}

function save(blob: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
