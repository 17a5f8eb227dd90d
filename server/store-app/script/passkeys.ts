const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withBytes = (known: PublicKeyCredentialDescriptorJSON[] = []) =>
  known.map(({ id, transports }) => ({
    type: 'public-key' as const,
    id: toBytes(id),
    transports: (transports ?? []) as AuthenticatorTransport[],
  }))

async function create(options: PublicKeyCredentialCreationOptionsJSON) {
  const { challenge, user, excludeCredentials, rp, pubKeyCredParams, timeout } = options
  const credential = (await navigator.credentials.create({
    publicKey: {
      rp,
      pubKeyCredParams: pubKeyCredParams as PublicKeyCredentialParameters[],
      timeout: timeout ?? 60_000,
      attestation: 'none',
      authenticatorSelection: options.authenticatorSelection ?? {},
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: withBytes(excludeCredentials),
    },
  })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAttestationResponse
  return answerOf(credential, {
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports(),
  })
}

async function get({
  challenge,
  allowCredentials,
  rpId,
  timeout,
}: PublicKeyCredentialRequestOptionsJSON) {
  const credential = (await navigator.credentials.get({
    publicKey: {
      ...(rpId !== undefined && { rpId }),
      timeout: timeout ?? 60_000,
      userVerification: 'discouraged',
      challenge: toBytes(challenge),
      allowCredentials: withBytes(allowCredentials),
    },
  })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAssertionResponse
  return answerOf(credential, {
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  })
}

/** WebAuthn's JSON of an answer; some browsers have no `toJSON` yet. */
const answerOf = ({ id, rawId, response }: PublicKeyCredential, more: Record<string, unknown>) =>
  JSON.stringify({
    id,
    rawId: toText(rawId),
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: toText(response.clientDataJSON), ...more },
  })

/** Shows passkey buttons where browsers have them; their form sends the browser's answer. */
export function offerPasskeys(root: ParentNode) {
  if (typeof PublicKeyCredential === 'undefined') return
  for (const part of root.querySelectorAll<HTMLElement>('[data-passkey]')) {
    part.hidden = false
    part.querySelector('button')?.addEventListener('click', () => {
      void sendPasskey(part)
    })
  }
}

async function sendPasskey(part: HTMLElement) {
  const form = part.closest('form')
  const answer = part.querySelector<HTMLInputElement>('[data-passkey-answer]')
  const problem = part.querySelector<HTMLElement>('[role=alert]')
  if (!form || !answer || !problem || !form.reportValidity()) return
  problem.hidden = true
  try {
    const options = JSON.parse(part.dataset['options'] ?? '')
    answer.value = await (part.dataset['passkey'] === 'create' ? create(options) : get(options))
  } catch {
    problem.hidden = false
    return
  }
  form.requestSubmit()
}
