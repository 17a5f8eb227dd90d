import { randomUUID } from 'node:crypto'

const { BASE_URL = 'http://localhost:4242', SECRET_KEY } = process.env

const response = await fetch(`${BASE_URL}/v1/checkout/sessions`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${SECRET_KEY}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify({ items: [{ product: 'linen-shirt', size: 'M', color: 'Sand' }] }),
})
const { url, error } = await response.json()
if (error) throw new Error(error.message)
console.log(url)
