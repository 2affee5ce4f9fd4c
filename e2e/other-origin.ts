import { type Shop, startShop } from "./shop.ts";

/** Serves a page of a third party that keeps every message it receives in `window.heard`, with the message's origin. */
export function startOtherOrigin(content: string): Promise<Shop> {
  const body = `<!doctype html><title>A wallet</title><script>
    window.heard = [];
    addEventListener("message", ({ data, origin }) => heard.push({ data, origin }));
  </script>${content}`;
  return startShop(() => ({ body }));
}
