import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from './routes.ts'

const app = express().use(
  routes({
    '/stores/:storeId': {
      get: (request, response) => void response.json(request.params.storeId),
      patch: [(_request, _response, next) => next(), (_request, response) => void response.json(1)],
      options: (_request, response) => void response.status(204).end(),
    },
  }),
  routes(
    { '/quiet': { post: (_request, response) => void response.json('heard') } },
    () => (_request, response) => void response.status(418).end(),
  ),
)
app.use(((error, _request, response, _next) => {
  response.status(405).json({ code: error.code })
}) satisfies express.ErrorRequestHandler)
const server = createServer(app)
let address: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const call = async (method: string, path: string) => {
  const response = await fetch(`${address}${path}`, { method })
  return { status: response.status, allow: response.headers.get('allow') }
}

describe('contract §3: routes', () => {
  test('routes take the methods that they name', async () => {
    expect(await (await fetch(`${address}/stores/st_1`)).json()).toBe('st_1')
    expect((await call('PATCH', '/stores/st_1')).status).toBe(200)
    expect((await call('OPTIONS', '/stores/st_1')).status).toBe(204)
  })

  test('routes refuse every other method, and say which they take', async () => {
    expect(await call('DELETE', '/stores/st_1')).toEqual({ status: 405, allow: 'GET, PATCH' })
    expect((await call('GET', '/quiet')).status).toBe(418)
  })
})
