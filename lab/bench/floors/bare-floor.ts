import express, { type RequestHandler } from 'express'
import { Redis } from 'ioredis'
import {
  type CreateBody,
  type FloorSession,
  type PayBody,
  createId,
  insertSession,
  openRecord,
  payAtOnce,
  renderPage,
} from './floor-record.ts'
import { readFloorSettings } from './floor-settings.ts'

/**
 * The least that can answer: one insert, one cached read and a plain counter as limit. It has no
 * headers, no log and no check of keys, and its reads may be stale.
 */
const { port, databaseUrl, redisUrl, products } = readFloorSettings()
const pool = await openRecord(databaseUrl, products)
const redis = new Redis(redisUrl)

const PER_SECOND = 100_000
const COPY_SECONDS = 1800

const limit: RequestHandler = async (_request, response, next) => {
  const count = await redis.incr(`limit:${Math.floor(Date.now() / 1000)}`)
  if (count > PER_SECOND) response.status(429).end()
  else next()
}

const keep = (id: string, session: FloorSession) =>
  redis.set(`session:${id}`, JSON.stringify(session), 'EX', COPY_SECONDS)

const find = (id: string) => redis.get(`session:${id}`)

const app = express().disable('x-powered-by').disable('etag')
app.get('/readyz', (_request, response) => void response.end())
app.use(limit, express.json())

app.post('/v1/checkout/sessions', async (request, response) => {
  const id = createId()
  await insertSession(pool, id, request.body as CreateBody)
  await keep(id, { status: 'open', order: null })
  response.status(201).json({ url: `http://localhost:${port}/checkout/${id}` })
})

app.get('/v1/checkout/sessions/:id', async (request, response) => {
  const copy = await find(request.params.id)
  if (copy === null) response.status(404).end()
  else response.type('json').send(copy)
})

app.get('/checkout/:id', async (request, response) => {
  const copy = await find(request.params.id)
  if (copy === null) response.status(404).end()
  else response.type('html').send(renderPage(JSON.parse(copy) as FloorSession))
})

app.post('/checkout/:id/pay', async (request, response) => {
  const { id } = request.params
  const paid = await payAtOnce(pool, id, request.body as PayBody)
  await keep(id, paid)
  response.json(paid)
})

app.listen(port, '127.0.0.1')
