import { createHmac, timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

/** Throws unless the service has signed these bytes in the last five minutes. */
function verify({ id, timestamp, signature, body, secret }) {
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) throw new Error('too old')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isOurs = signature.split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64')
    return each.startsWith('v1,') && given.length === 32 && timingSafeEqual(given, digest)
  })
  if (!isOurs) throw new Error('wrong signature')
  return JSON.parse(body)
}

const event = verify({
  id: process.env.HTTP_WEBHOOK_ID,
  timestamp: process.env.HTTP_WEBHOOK_TIMESTAMP,
  signature: process.env.HTTP_WEBHOOK_SIGNATURE,
  body: await buffer(process.stdin),
  secret: process.env.WEBHOOK_SECRET,
})
console.log(`verified: ${event.type} ${event.data.sessionId}`)
