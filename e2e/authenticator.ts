import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

function toBytes(key: string) {
  const bits = [...key.replaceAll(/\s/g, '')]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * An authenticator app with this key (RFC 6238). A code works only once, so each call gives the
 * next one, beginning with that of the step before. A person would wait for the next code.
 */
export function authenticatorApp(key: string) {
  let step = Math.floor(Date.now() / STEP_MS) - 1
  return () => {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step))
    step += 1
    const hash = createHmac('sha1', toBytes(key)).update(counter).digest()
    const offset = (hash.at(-1) ?? 0) & 15
    return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }
}
