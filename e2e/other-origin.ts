import { type Shop, startShop } from "./shop.ts";

/** A page of somebody else's, which keeps every message that it gets in `window.heard`, with where it came from. */
export function startOtherOrigin(content: string): Promise<Shop> {
  const body = `<!doctype html><title>A wallet</title><script>
    window.heard = [];
    addEventListener("message", ({ data, origin }) => heard.push({ data, origin }));
  </script>${content}`;
  return startShop(() => ({ body }));
}
