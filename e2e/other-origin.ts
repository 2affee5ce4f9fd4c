import { type Shop, startShop } from "./shop.ts";

/** Starts a page of another origin that records every message in `window.heard`, with its origin. */
export function startOtherOrigin(content: string): Promise<Shop> {
  const body = `<!doctype html><title>A wallet</title><script>
    window.heard = [];
    addEventListener("message", ({ data, origin }) => heard.push({ data, origin }));
  </script>${content}`;
  return startShop(() => ({ body }));
}
