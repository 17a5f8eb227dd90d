const { BASE_URL, SECRET_KEY } = process.env
const [, , sessionId] = process.argv

async function readSession() {
  const response = await fetch(`${BASE_URL}/v1/checkout/sessions/${sessionId}?wait=25`, {
    headers: { authorization: `Bearer ${SECRET_KEY}` },
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

let session
do session = await readSession()
while (session.status === 'open')

console.log(session.status === 'complete' ? `paid: ${session.order.orderNumber}` : 'not paid')
