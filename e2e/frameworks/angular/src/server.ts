import { createReadStream, existsSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { basename, join } from 'node:path'
import { AngularNodeAppEngine, isMainModule, writeResponseToNodeResponse } from '@angular/ssr/node'

const FILES = join(import.meta.dirname, '../browser')
const engine = new AngularNodeAppEngine({ allowedHosts: ['localhost'] })

/** Answers with a script of the build, or with a page that is drawn here. */
async function answer(request: IncomingMessage, response: ServerResponse) {
  const file = join(FILES, basename(new URL(request.url ?? '/', 'http://shop').pathname))
  if (file.endsWith('.js') && existsSync(file)) {
    response.setHeader('Content-Type', 'text/javascript')
    createReadStream(file).pipe(response)
    return
  }
  const drawn = await engine.handle(request)
  if (drawn) await writeResponseToNodeResponse(drawn, response)
  else response.writeHead(404).end()
}

// The build imports this file, too, and must not start a server.
if (isMainModule(import.meta.url)) {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  server.listen(Number(process.env['PORT']), 'localhost')
}
