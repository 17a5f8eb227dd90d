import { randomUUID } from 'node:crypto'

const { BASE_URL = 'http://localhost:4242', SECRET_KEY } = process.env

const response = await fetch(`${BASE_URL}/v1/products/linen-shirt`, {
  method: 'PATCH',
  headers: {
    authorization: `Bearer ${SECRET_KEY}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify({ variants: [{ size: 'M', colorName: 'Sand', delta: 5 }] }),
})
const { variants, error } = await response.json()
if (error) throw new Error(error.message)
console.log(JSON.stringify(variants))
