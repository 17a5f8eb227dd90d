import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { BASE_URL = 'http://localhost:4242', SECRET_KEY, WEBHOOK_SECRET, PORT = 3000 } = process.env
const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand' }]
const body = JSON.stringify({ items, successUrl: `http://localhost:${PORT}/back` })
const LONGEST_EVENT = 65_536

async function call(path, rest) {
  const response = await fetch(`${BASE_URL}/v1/checkout/sessions${path}`, { headers, ...rest })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

async function readBytes(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > LONGEST_EVENT) throw new Error('The event is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether the service has signed these bytes in the last five minutes. */
function isSigned(bytes, { headers: given }) {
  const [id, timestamp, signature = ''] = ['id', 'timestamp', 'signature'].map(
    (name) => given[`webhook-${name}`],
  )
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) return false
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest()
  return signature.split(' ').some((each) => {
    const mac = Buffer.from(each.replace('v1,', ''), 'base64')
    return each.startsWith('v1,') && mac.length === digest.length && timingSafeEqual(mac, digest)
  })
}

async function receive(request, response) {
  // Without a secret, anybody could sign.
  if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the secret of your webhooks.')
  const bytes = await readBytes(request)
  if (!isSigned(bytes, request)) return response.writeHead(401).end()
  const { type, data } = JSON.parse(bytes)
  // A shop of your own writes the event down here, once for each `webhook-id`: it may come again.
  response.writeHead(204).end()
  if (type !== 'checkout.session.completed') return console.log(`Event: ${type}`)
  // The event announces the payment; this read proves it.
  const session = await call(`/${data.sessionId}`)
  if (session.status === 'complete') console.log(`To be sent: ${session.order.orderNumber}`)
}

async function serve(request, response) {
  if (request.url === '/hook' && request.method === 'POST') return receive(request, response)
  if (request.url === '/') {
    const { url } = await call('', { method: 'POST', body })
    return response.writeHead(303, { location: url }).end()
  }
  const id = new URL(request.url, 'http://localhost').searchParams.get('session_id')
  if (!id) return response.writeHead(404).end()
  const session = await call(`/${encodeURIComponent(id)}?wait=25`)
  response.end(session.status === 'complete' ? `Paid: ${session.order.orderNumber}` : 'Not paid')
}

createServer((request, response) =>
  serve(request, response).catch(({ message }) => {
    console.error(message)
    if (!response.headersSent) response.writeHead(500).end(message)
  }),
).listen(PORT, () => console.log(`The shop is at http://localhost:${PORT}`))
