const { BASE_URL = 'http://localhost:4242', SECRET_KEY } = process.env
const [, , orderNumber] = process.argv

const response = await fetch(`${BASE_URL}/v1/orders/${orderNumber}/fulfill`, {
  method: 'POST',
  headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    carrier: 'DHL',
    trackingNumber: '00340434161094042557',
    trackingUrl: 'https://www.dhl.com/track?id=00340434161094042557',
  }),
})
const { fulfilledAt, error } = await response.json()
if (error) throw new Error(error.message)
console.log(`fulfilled: ${fulfilledAt}`)
