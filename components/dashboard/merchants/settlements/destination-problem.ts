type DestinationError = { code: string; message: string; issues: readonly { message: string }[] };

/** The message of a refused change of a destination, or of a payout to one. */
export function destinationProblem({ code, message, issues }: DestinationError): string {
  if (code === "version_conflict")
    return "Another member changed this destination. Close this dialog and check the current address.";
  return issues[0] === undefined ? message : `The address ${issues[0].message}.`;
}
