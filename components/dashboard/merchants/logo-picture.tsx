"use client";

import { useEffect, useRef } from "react";

const edge = 192;

/**
 * A picture that came as bytes, drawn: the policy of pages lets them show images of our own server alone, and nothing
 * is kept there before a merchant has it.
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
      // A picture of our own server's making that a browser can't read stays empty; the rules beside it say the rest.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [base64]);
  return <canvas ref={canvas} width={edge} height={edge} role="img" aria-label="The logo" className={className} />;
}
