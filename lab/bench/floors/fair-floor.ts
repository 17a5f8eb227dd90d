import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import express, { type Request, type RequestHandler } from 'express'
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
import { API_HEADERS, COMMON_HEADERS } from '../../../server/web/answers/security-headers.ts'

/**
 * The service's duties, each done in the plainest way: security headers, a request id, a limit per
 * key, the key from the record, a log line, sealed copies, and reads that are never stale.
 */
const { port, databaseUrl, redisUrl, products, secretKey } = readFloorSettings()
const pool = await openRecord(databaseUrl, products)
const redis = new Redis(redisUrl)

const digestOf = (key: string) => createHash('sha256').update(key).digest()
await pool.query('insert into api_keys values ($1, $2)', [digestOf(secretKey), 'a store'])

const PER_SECOND = 100_000
const COPY_SECONDS = 1800

const HEADERS = { ...COMMON_HEADERS, ...API_HEADERS }

const logAndProtect: RequestHandler = (request, response, next) => {
  const startedAt = performance.now()
  const requestId = randomUUID()
  response.set({ ...HEADERS, 'Request-Id': requestId })
  response.on('finish', () => {
    const { method, path } = request
    const durationMs = performance.now() - startedAt
    const line = { time: Date.now(), requestId, method, path, status: response.statusCode }
    process.stdout.write(`${JSON.stringify({ ...line, durationMs })}\n`)
  })
  next()
}

/** `whose`: the key or the buyer's address. */
const limit =
  (whose: (request: Request) => string): RequestHandler =>
  async (request, response, next) => {
    const second = Math.floor(Date.now() / 1000)
    const name = `limit:${whose(request)}:${second}`
    const [[, count] = []] = (await redis.multi().incr(name).expire(name, 2).exec()) ?? []
    response.set({
      'RateLimit-Limit': String(PER_SECOND),
      'RateLimit-Remaining': String(PER_SECOND - Number(count)),
      'RateLimit-Reset': '1',
    })
    if (Number(count) > PER_SECOND) response.status(429).end()
    else next()
  }

const keyOf = (request: Request) =>
  digestOf(request.get('authorization')?.slice('Bearer '.length) ?? '')
const limitOfKey = limit((request) => keyOf(request).toString('base64url'))
const limitOfBuyer = limit((request) => request.get('x-forwarded-for') ?? '')

const admitKey: RequestHandler = async (request, response, next) => {
  const { rows } = await pool.query('select store from api_keys where digest = $1', [
    keyOf(request),
  ])
  if (rows.length === 0) response.status(401).end()
  else next()
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const sealingKey = randomBytes(32)

function seal(text: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, sealingKey, nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function unseal(sealed: Buffer) {
  const decipher = createDecipheriv(CIPHER, sealingKey, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const opened = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8')
  return opened + decipher.final('utf8')
}

const keep = (id: string, session: FloorSession) =>
  redis.set(`session:${id}`, seal(JSON.stringify(session)), 'EX', COPY_SECONDS)

/** A copy of a final session is as good as the record; the record answers for all others. */
async function find(id: string): Promise<FloorSession | undefined> {
  const sealed = await redis.getBuffer(`session:${id}`)
  const copy = sealed && (JSON.parse(unseal(sealed)) as FloorSession)
  if (copy?.status === 'complete') return copy
  const { rows } = await pool.query<{ status: 'open' | 'complete' }>(
    'select state as status from sessions where id = $1',
    [id],
  )
  return rows[0] && { status: rows[0].status, order: null }
}

const app = express().disable('x-powered-by').disable('etag')
app.get('/readyz', (_request, response) => void response.end())
app.use(logAndProtect)

app.post(
  '/v1/checkout/sessions',
  limitOfKey,
  admitKey,
  express.json(),
  async (request, response) => {
    const id = createId()
    await insertSession(pool, id, request.body as CreateBody)
    await keep(id, { status: 'open', order: null })
    response.status(201).json({ url: `http://localhost:${port}/checkout/${id}` })
  },
)

app.get('/v1/checkout/sessions/:id', limitOfKey, admitKey, async (request, response) => {
  const session = await find(String(request.params['id']))
  if (session) response.json(session)
  else response.status(404).end()
})

app.get('/checkout/:id', limitOfBuyer, async (request, response) => {
  const session = await find(String(request.params['id']))
  if (session) response.type('html').send(renderPage(session))
  else response.status(404).end()
})

app.post('/checkout/:id/pay', limitOfBuyer, express.json(), async (request, response) => {
  const id = String(request.params['id'])
  const paid = await payAtOnce(pool, id, request.body as PayBody)
  await keep(id, paid)
  response.json(paid)
})

app.listen(port, '127.0.0.1')
