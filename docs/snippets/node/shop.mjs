import { createServer } from 'node:http'

const { BASE_URL = 'http://localhost:4242', SECRET_KEY, PORT = 3000 } = process.env
const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' }
const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand' }]
const body = JSON.stringify({ items, successUrl: `http://localhost:${PORT}/back` })

async function call(path, rest) {
  const response = await fetch(`${BASE_URL}/v1/checkout/sessions${path}`, { headers, ...rest })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

async function serve(request, response) {
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
    response.writeHead(500).end(message)
  }),
).listen(PORT, () => console.log(`The shop is at http://localhost:${PORT}`))
