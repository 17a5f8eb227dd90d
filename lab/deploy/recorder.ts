import { once } from 'node:events'
import { type IncomingMessage, createServer, request } from 'node:http'
import { findFreePort } from '../../server/testing/servers/free-port.ts'

/** Is between a proxy and the service, and sees each request. To the proxy it is a process. */
export async function startRecorder(servicePort: number) {
  const port = await findFreePort()
  const seen: IncomingMessage[] = []
  let isLast = (_request: IncomingMessage) => false
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming)
    const { method, url: path, headers } = incoming
    const passed = request({ port: servicePort, host: '127.0.0.1', method, path, headers })
    passed.once('response', (answer) => {
      if (isLast(incoming)) {
        answer.resume().once('end', stop)
        return
      }
      outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    // A stream ends with its reader, and an answer with the service.
    outgoing.once('close', () => passed.destroy())
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })

  async function start() {
    isLast = () => false
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  function stop() {
    server.close()
    server.closeAllConnections()
  }

  await start()
  return {
    port,
    /** The requests for a path. */
    seen: (path: string) => seen.filter(({ url }) => url?.startsWith(path)),
    /** It dies when the service has answered this one, with the answer in hand. */
    dieWith(isIt: (request: IncomingMessage) => boolean) {
      isLast = isIt
    },
    async revive() {
      if (!server.listening) await start()
    },
    stop,
  }
}
