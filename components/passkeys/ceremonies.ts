import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { MutationOutput, PublicMutationOutput } from "#lib/dashboard/rpc/contract.ts";

type RequestOptions = MutationOutput<"passkeys.beginProof"> | PublicMutationOutput<"signIn.beginPasskey">;

/** True when this browser can offer passkeys in the suggestions of a text field. */
export const canSuggestPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Lets the browser create a passkey. @throws Error that {@link passkeyProblem} describes. */
export function createPasskey(optionsJSON: MutationOutput<"passkeys.begin">) {
  return startRegistration({ optionsJSON });
}

/** Lets the user choose a passkey in the browser's dialog. @throws as {@link createPasskey}. */
export function choosePasskey(optionsJSON: RequestOptions) {
  return startAuthentication({ optionsJSON });
}

/**
 * Waits until the user chooses a passkey among a field's suggestions. Any later ceremony ends it.
 * @throws as {@link createPasskey}.
 */
export function suggestPasskeys(optionsJSON: RequestOptions) {
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/** Ends the ceremony that is waiting, if any. */
export function endCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

const problems: Partial<Record<WebAuthnError["code"], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device or password manager already has a passkey for your account.",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    "This device can't store a passkey. Use another device or a password manager.",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    "This device has no screen lock or PIN. Set one up, or use another device.",
  ERROR_INVALID_DOMAIN: "Passkeys don't work at this address. Open Till at its usual address.",
  ERROR_INVALID_RP_ID: "Passkeys don't work at this address. Open Till at its usual address.",
};

/** Describes why a ceremony failed. Browsers don't tell a user who cancels from one who takes too long. */
export function passkeyProblem(error: unknown): string {
  if (!browserSupportsWebAuthn()) return "This browser doesn't support passkeys. Use another browser or your password.";
  if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name)) {
    return "The passkey request was cancelled or timed out. Try again.";
  }
  const known = error instanceof WebAuthnError ? problems[error.code] : undefined;
  return known ?? "Your device couldn't complete the passkey request. Try again, or use another passkey.";
}
