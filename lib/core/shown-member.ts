/**
 * The name of the member that a dashboard page shows, in the page's calls. Another tab of the browser may
 * have signed in another one since: they share the session.
 */
export const shownMember = {
  /** The request header with the user's id. */
  header: "till-shown-member",
  /** The error code of the refusal (409) when another member is signed in. The page then reloads. */
  refusedCode: "other_member",
} as const;
