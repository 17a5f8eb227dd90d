import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type ReceivedWebhook = {
  id: string
  headers: Record<string, string>
  body: string
  event: { type: string; timestamp: string; data: Record<string, string> }
}

type Answer = (response: ServerResponse, received: ReceivedWebhook) => void

const take: Answer = (response) => response.writeHead(204).end()

/** A merchant's server. `answer` says how it answers; it accepts everything by default. */
export async function startWebhookReceiver(answer: Answer = take) {
  const received: ReceivedWebhook[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    void read(request).then((webhook) => {
      received.push(webhook)
      state.answer(response, webhook)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith(next: Answer | number) {
      state.answer = typeof next === 'number' ? (response) => response.writeHead(next).end() : next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    id: headers['webhook-id'] ?? '',
    headers,
    body,
    event: JSON.parse(body) as ReceivedWebhook['event'],
  }
}

/** Whether the official library verifies the signature. */
export function isVerified({ body, headers }: ReceivedWebhook, secret: string) {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
