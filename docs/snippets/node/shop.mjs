import { createServer } from 'node:http'

const api = 'http://localhost:4242/v1/checkout/sessions'
const authorization = `Bearer ${process.env.SECRET_KEY}`
const headers = { authorization, 'content-type': 'application/json' }
const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand' }]
const body = JSON.stringify({ items, successUrl: 'http://localhost:3000/back' })
const call = async (path, rest) => (await fetch(api + path, { headers, ...rest })).json()

createServer(async (request, response) => {
  if (request.url === '/') {
    const { url } = await call('', { method: 'POST', body })
    return response.writeHead(303, { location: url }).end()
  }
  const id = new URL(request.url, 'http://localhost').searchParams.get('session_id')
  const session = await call(`/${encodeURIComponent(id)}?wait=25`)
  response.end(session.status === 'complete' ? `Paid: ${session.order.orderNumber}` : 'Not paid')
}).listen(3000)
