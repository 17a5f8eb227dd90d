const { BASE_URL = 'http://localhost:4242', SECRET_KEY } = process.env
const [, , sessionId] = process.argv

async function readSession() {
  const response = await fetch(`${BASE_URL}/v1/checkout/sessions/${sessionId}?wait=25`, {
    headers: { authorization: `Bearer ${SECRET_KEY}` },
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

let session
do session = await readSession()
while (session.status === 'open')

console.log(session.status === 'complete' ? `paid: ${session.order.orderNumber}` : 'not paid')
