import { createHash } from "node:crypto";

/** A few plain rules in the colors of theme.css, because the stylesheets come from the pages' process too. */
const style = `
:root { color-scheme: light dark; color: light-dark(#191c19, #ecefea); background: light-dark(#f3f2ed, #0e1110); font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100dvh; margin: 0; }
main { box-sizing: border-box; width: min(28rem, 100% - 2rem); margin: auto; padding: 2rem; border: 1px solid light-dark(#e2e0d8, #2a312d); border-radius: 1rem; background: light-dark(#fff, #171b19); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.25rem; font-weight: 600; }
a { display: inline-block; padding: 0.625rem 1.25rem; border-radius: 0.5rem; color: light-dark(#fff, #06241a); background: light-dark(#0b6b4f, #5fd0a3); font-weight: 500; text-decoration: none; }
`;

/** Nothing but the style above is loaded or run. Shops may embed the checkout, so framing isn't restricted. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** The headers of {@link unavailablePage} that keep it from doing anything. */
export const unavailableHeaders = { "content-security-policy": policy, "x-content-type-options": "nosniff" };

/** The page that stands in for all others while they can't be shown. @param message plain text. */
export function unavailablePage(message: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page unavailable · Till</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Page unavailable</h1>
<p>${message}</p>
<a href="">Try again</a>
</main>
</body>
</html>
`;
}
