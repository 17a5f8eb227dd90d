import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { createApiKey } from '../../server/auth/api-keys.ts'

/** `connections` from one address, each with as much under way as the service takes, or with one. */
export type OneAddress = {
  port: number
  method: 'GET' | 'POST'
  connections: number
  isPipelined: boolean
  isBehindProxy: boolean
}

/** As many requests as Node reads of a connection in one turn, and more. */
const PIPELINED = 350

const { port, method, connections, isPipelined, isBehindProxy } = workerData as OneAddress

const BODY = '{"items":[{"product":"mug"}]}'

/** A key that is well formed, and of no store. */
const aRequest = () =>
  [
    `${method} /v1/checkout/sessions${method === 'GET' ? `/cs_${'a'.repeat(32)}` : ''} HTTP/1.1`,
    `Host: localhost:${port}`,
    `Authorization: Bearer ${createApiKey('secret')}`,
    ...(isBehindProxy ? ['X-Forwarded-For: 192.0.2.1'] : []),
    ...(method === 'POST'
      ? ['Content-Type: application/json', `Content-Length: ${BODY.length}`, '', BODY]
      : ['', '']),
  ].join('\r\n')

const many = Array.from({ length: PIPELINED }, aRequest)
let sent = 0

function attack() {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  const ask = () => {
    sent += 1
    if (!isPipelined) socket.write(many[sent % PIPELINED] ?? '')
    else if (socket.writableLength === 0) socket.write(many.join(''))
  }
  socket.on('connect', ask).on('data', (chunk: Buffer) => {
    if (isPipelined || chunk.indexOf('HTTP/1.1 ') === 0) ask()
  })
  socket.on('error', () => undefined).on('close', attack)
}

for (let count = 0; count < connections; count += 1) attack()
setInterval(() => parentPort?.postMessage(sent), 50)
