"use client";

import { useEffect, useRef } from "react";

const edge = 192;

/**
 * Draws a picture from bytes: the Content-Security-Policy allows images from our own server only, which doesn't store a
 * logo before a merchant uses it.
 * @param base64 of a PNG.
 */
export function LogoPicture({ base64, className }: { base64: string; className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    createImageBitmap(new Blob([bytes], { type: "image/png" })).then(
      (picture) => {
        const context = canvas.current?.getContext("2d");
        if (isGone || !context) return;
        context.clearRect(0, 0, edge, edge);
        context.drawImage(picture, 0, 0, edge, edge);
      },
      // An unreadable picture stays empty; the list of rules next to it explains why.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [base64]);
  return <canvas ref={canvas} width={edge} height={edge} role="img" aria-label="The logo" className={className} />;
}
