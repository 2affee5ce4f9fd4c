/**
 * Request headers that proxy.ts sets for the pages, which can't see the URL in a layout. It removes these names from
 * incoming requests, so pages can trust the values.
 */
export const pageHeaders = {
  /** `light` or `dark`, if the page is framed and its host asked for a theme. */
  theme: "x-till-theme",
  /** The origin that frames the checkout, if the payment's partner lists it. */
  embedOrigin: "x-till-embed-origin",
  /** The language of a buyer page. */
  locale: "x-till-locale",
  /** The path and query of a dashboard page, to return to after signing in. */
  requestedPath: "x-till-requested-path",
} as const;
