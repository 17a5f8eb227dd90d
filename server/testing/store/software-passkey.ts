import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR that WebAuthn needs (RFC 8949): integers, texts, bytes and maps. */
function cbor(value: Cbor): Buffer {
  const head = (kind: number, size: number) => {
    if (size < 24) return Buffer.from([(kind << 5) | size])
    if (size < 256) return Buffer.from([(kind << 5) | 24, size])
    return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

type Forgery = { origin?: string; rpId?: string; challenge?: string; type?: string }

/**
 * A security key in software (WebAuthn, ES256, no attestation) that answers as a browser would.
 * `baseUrl`: of the page that asks. `Forgery` replaces the origin, host or challenge of an answer.
 */
export function aPasskey(baseUrl: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0

  const clientData = (type: string, challenge: string, forged: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? new URL(baseUrl).origin,
      }),
    )
  const authenticatorData = ({ rpId }: Forgery, flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const host = rpId ?? new URL(baseUrl).hostname
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, more])
  }
  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    /** Counts on from there, as a copy of the key would. */
    countFrom: (from: number) => {
      count = from
    },
    create(options: string, forged: Forgery = {}) {
      const { challenge } = JSON.parse(options) as { challenge: string }
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(forged, 0x41, credential)],
      ])
      return answer({
        clientDataJSON: text(clientData('webauthn.create', challenge, forged)),
        attestationObject: text(cbor(attestation)),
        transports: ['usb'],
      })
    },
    get(options: string, forged: Forgery = {}) {
      const { challenge } = JSON.parse(options) as { challenge: string }
      count += 1
      const [client, data] = [
        clientData('webauthn.get', challenge, forged),
        authenticatorData(forged, 0x01),
      ]
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
      })
    },
  }
}
