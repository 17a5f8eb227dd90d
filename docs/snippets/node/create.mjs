import { randomUUID } from 'node:crypto'

const { BASE_URL, SECRET_KEY } = process.env

const response = await fetch(`${BASE_URL}/v1/checkout/sessions`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${SECRET_KEY}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify({ items: [{ product: 'linen-shirt', size: 'M', color: 'Sand' }] }),
})
if (!response.ok) throw new Error(await response.text())
const { url } = await response.json()
console.log(url)
