import type { Random } from '../model/seeded-random.ts'
import type { RawRequest } from '../buyer/exchange.ts'
import type { FuzzedStores } from './fuzzed-stores.ts'
import type { Operation, Schema } from './operations.ts'
import { sampleOf } from './samples.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, canaryOf, writeHostile } from './values.ts'

/** A request and its operation; undefined for an address or method that does not exist. */
export type FuzzRequest = { sent: RawRequest; operation: Operation | undefined }

const KINDS = ['secretKey', 'publicKey', 'platformToken', 'buyerToken', 'other', 'none']

const WEIRD_SEGMENTS = ['%00', '%ED%A0%80', '%', '%2e%2e%2f', '%0d%0aSet-Cookie:a=b', '*', 'a%2Fb']

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json; charset=UTF-8',
  'application/jsonp',
  'multipart/form-data; boundary=x',
  '',
]

const ORIGINS = ['https://shop.example', 'https://evil.example', 'null', 'not an origin', '']

const ODD_HEADERS: Record<string, string>[] = [
  { 'if-none-match': '*' },
  { 'if-match': '"nothing"' },
  { 'if-modified-since': 'Sat, 21 Nov 2099 00:00:00 GMT' },
  { range: 'bytes=0-1' },
  { accept: 'application/xml' },
  { 'accept-encoding': 'gzip, br, zstd' },
  { 'accept-language': 'ar-EG, *;q=0.1' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-http-method-override': 'DELETE' },
  { expect: '100-continue' },
  { 'sec-fetch-site': 'cross-site' },
  { 'work-answer': '-1' },
  { 'work-answer': '9'.repeat(400) },
  { cookie: '__proto__=1; __Host-sid=nothing' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity' },
  { 'x-long': 'x'.repeat(6000) },
  { host: 'evil.example' },
]

const anAddress = (random: Random) =>
  random.chance(0.1)
    ? `2001:db8:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::1`
    : `100.${random.below(256)}.${random.below(256)}.${random.below(256)}`

type Making = {
  random: Random
  stores: FuzzedStores
  operations: Operation[]
  resolve: (schema: Schema) => Schema
}

/** A third of the requests are valid, to reach what lies behind the checks. */
const hostilityOf = (random: Random) => (random.chance(0.35) ? 0 : random.pick([0.03, 0.1, 0.3]))

export function makeApiRequest(making: Making): FuzzRequest {
  const { random, stores, operations } = making
  const hostility = hostilityOf(random)
  const operation = pickOperation(operations, random)
  const { path, token } = pathOf(operation, { ...making, hostility })
  const isOdd = random.chance(hostility * 0.2)
  const method = isOdd
    ? random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'])
    : operation.method
  const body = bodyOf(operation, { ...making, hostility })
  const sent: RawRequest = {
    port: stores.port,
    method,
    path,
    headers: headersOf(operation, { ...making, hostility, token, hasBody: body !== undefined }),
    ...(body !== undefined && { body }),
    isStream: operation.id === 'streamStatus',
  }
  return { sent, operation: method === operation.method ? operation : undefined }
}

/** Operations that always answer the same are asked less often. */
function pickOperation(operations: Operation[], random: Random) {
  const operation = random.pick(operations)
  const { parameters, keys, body } = operation
  const isFixed = parameters.length === 0 && keys.length === 0 && body === undefined
  return isFixed && random.chance(0.8) ? random.pick(operations) : operation
}

type Hostile = Making & { hostility: number }

function pathOf(operation: Operation, { random, stores, hostility }: Hostile) {
  let token: string | undefined
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(hostility)) return hostileSegment(random)
    const { value, page } = stores.parameterOf(name, random)
    token ??= page?.token
    return encodeURIComponent(value)
  })
  return { token, path: path + queryOf(operation, { random, hostility, stores }) }
}

/** Never empty, and never text that changes which address it is. */
function hostileSegment(random: Random) {
  if (random.chance(0.3)) return random.pick(WEIRD_SEGMENTS)
  const text = random.pick(HOSTILE_TEXTS).slice(0, 1000)
  return text === '' ? '-' : encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, '%2E')
}

function queryOf(
  { parameters }: Operation,
  { random, hostility, stores }: Pick<Hostile, 'random' | 'hostility' | 'stores'>,
) {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .filter(() => random.chance(0.5))
    .map(({ name, schema }) => {
      const value = random.chance(hostility + 0.1)
        ? random.pick(HOSTILE_TEXTS)
        : schema.type === 'integer'
          ? String(1 + random.below(100))
          : String(stores.knownValue(name, random) ?? 'x')
      return [name, value]
    })
  if (random.chance(hostility)) pairs.push([random.pick(HOSTILE_NAMES), random.pick(HOSTILE_TEXTS)])
  if (random.chance(hostility)) pairs.push(['key', stores.steady.secretKey])
  const text = pairs
    .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
    .join('&')
    .slice(0, 4000)
  return text === '' ? '' : `?${text}`
}

function bodyOf(operation: Operation, { random, stores, resolve, hostility }: Hostile) {
  if (!operation.body) {
    if (operation.method === 'GET' || operation.method === 'DELETE' || !random.chance(0.5)) return
    return random.chance(hostility) ? '{"a":' : '{}'
  }
  const value = sampleOf(operation.body, { random, stores, resolve, hostility })
  return broken(writeHostile(value), { random, hostility })
}

/** The text as it is, or damaged. */
function broken(text: string, { random, hostility }: Pick<Hostile, 'random' | 'hostility'>) {
  if (!random.chance(hostility * 0.5)) return text
  switch (random.below(8)) {
    case 0:
      return text.slice(0, random.below(text.length + 1))
    case 1:
      return `\uFEFF${text}`
    case 2:
      return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0])])
    case 3:
      return text + text
    case 4:
      return text.replace(/"(\w+)":/, (pair) => `${pair}1,${pair}`)
    case 5:
      return ''
    case 6:
      return text.padEnd(16_385 + random.below(3), ' ')
    default:
      return Buffer.from(text, 'utf16le')
  }
}

function headersOf(
  operation: Operation,
  {
    random,
    stores,
    hostility,
    token,
    hasBody,
  }: Hostile & { token: string | undefined; hasBody: boolean },
) {
  const kind = random.chance(hostility)
    ? random.pick(KINDS)
    : operation.keys.length > 0
      ? random.pick(operation.keys)
      : 'none'
  const own = kind === 'buyerToken' && !random.chance(hostility) ? token : undefined
  const credential = own ?? stores.credential(kind, random)
  const isFromBrowser = operation.path.startsWith('/checkout') || random.chance(hostility)
  const idempotencyKey = random.chance(hostility)
    ? random.pick(['', 'x'.repeat(300), 'a b', '\u00e9'])
    : `fuzz-${random.below(1e6)}`
  return {
    'x-forwarded-for': anAddress(random),
    ...(hasBody && {
      'content-type': random.chance(hostility * 0.5)
        ? random.pick(CONTENT_TYPES)
        : 'application/json',
    }),
    ...(credential !== undefined && {
      authorization: random.chance(hostility * 0.3)
        ? random.pick([credential, `Basic ${credential}`, `Bearer  ${credential}`, 'Bearer'])
        : `Bearer ${credential}`,
    }),
    ...(isFromBrowser && {
      origin: random.chance(0.8) ? `http://localhost:${stores.port}` : random.pick(ORIGINS),
    }),
    ...(random.chance(0.2) && { 'idempotency-key': idempotencyKey }),
    ...(random.chance(hostility) && random.pick(ODD_HEADERS)),
    ...(random.chance(hostility * 0.2) && { 'user-agent': canaryOf('name', random) }),
  }
}
