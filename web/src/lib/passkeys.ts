import type { PasskeyAnswerIn, PasskeyAskingOut, PasskeyMakingOut } from "@/api/generated";
import { passkeys as words } from "@/lib/messages/passkeys";

/** What a browser made, as the server takes it. */
export type MadePasskey = { clientDataJson: string; attestationObject: string; transports: string[] };

/** A browser's refusal, in a sentence. */
export class PasskeyError extends Error {
  constructor(reason: unknown) {
    const name = reason instanceof Error ? reason.name : "";
    super(sentences[name] ?? words.failed);
    this.name = "PasskeyError";
  }
}

const sentences: Record<string, string> = {
  NotAllowedError: words.cancelled,
  InvalidStateError: words.known,
  SecurityError: words.elsewhere,
  NotSupportedError: words.unable,
  ConstraintError: words.unable,
};

/** Whether this browser knows passkeys at all. */
export const passkeysSupported = () => "PublicKeyCredential" in window && window.isSecureContext;

/** Whether passkeys can be offered among the suggestions of a field. */
export async function passkeysInFields(): Promise<boolean> {
  if (!passkeysSupported() || !("isConditionalMediationAvailable" in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/** Has the browser make a passkey. Throws PasskeyError. */
export async function makePasskey(options: PasskeyMakingOut): Promise<MadePasskey> {
  const made = await asked(() => navigator.credentials.create({ publicKey: creationOf(options) }));
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    clientDataJson: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: "getTransports" in response ? response.getTransports() : [],
  };
}

/** Has the browser use a passkey; `inField` only offers it among a field's suggestions. Throws PasskeyError. */
export async function answerWithPasskey(
  options: PasskeyAskingOut,
  { inField = false, signal }: { inField?: boolean; signal?: AbortSignal } = {},
): Promise<PasskeyAnswerIn> {
  const request: CredentialRequestOptions = {
    publicKey: requestOf(options),
    ...(signal ? { signal } : {}),
    ...(inField ? { mediation: "conditional" } : {}),
  };
  const used = await asked(() => navigator.credentials.get(request));
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    credentialId: toText(used.rawId),
    clientDataJson: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle ? toText(response.userHandle) : null,
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let found: Credential | null;
  try {
    found = await ask();
  } catch (reason) {
    throw new PasskeyError(reason);
  }
  if (!found) throw new PasskeyError(null);
  return found as PublicKeyCredential;
}

function creationOf(options: PasskeyMakingOut): PublicKeyCredentialCreationOptions {
  if ("parseCreationOptionsFromJSON" in PublicKeyCredential)
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(known),
  };
}

function requestOf(options: PasskeyAskingOut): PublicKeyCredentialRequestOptions {
  if ("parseRequestOptionsFromJSON" in PublicKeyCredential)
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ...options, challenge: toBytes(options.challenge), allowCredentials: options.allowCredentials.map(known) };
}

const known = ({
  id,
  transports,
  type,
}: PasskeyAskingOut["allowCredentials"][number]): PublicKeyCredentialDescriptor => ({
  type,
  id: toBytes(id),
  transports: transports as AuthenticatorTransport[],
});

/** Base64url without padding, as bytes. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
