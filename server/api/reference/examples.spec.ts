import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CreateSessionResponse } from '../../contract/merchant.ts'
import { aBuyer, aProduct, aStore, readSession } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { DEFAULT_ADDRESSES, createOpenApi } from './document.ts'
import { order, SESSION_ID } from './examples.ts'

const { service } = await openSpecService()
const { paths = {} } = createOpenApi(DEFAULT_ADDRESSES)

type Parameter = { in: string; name: string; example?: string }
type OperationExample = {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
  responses: Record<string, unknown>
}

/** What the reference says of each request of the merchant API. */
const REQUESTS = Object.entries(paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const described = item[method] as unknown as OperationExample | undefined
      return described
        ? [{ name: `${method.toUpperCase()} ${path}`, method, path, ...described }]
        : []
    }),
  )

/** The store that the README makes: what its two commands send. */
async function theStoreOfTheReadme() {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [made = '', sold = ''] = [...readme.matchAll(/ -d '(\{[^']+\})'/g)].map(([, json]) => json)
  const { owner: _owner, ...fields } = JSON.parse(made) as Record<string, unknown>
  const store = await aStore(service, fields)
  await aProduct(service, store, { slug: 'linen-shirt', ...(JSON.parse(sold) as object) })
  return store
}

/** The same request, about these instead of the examples' own session and order. */
function exampleOf({ path, parameters = [], requestBody }: (typeof REQUESTS)[number], own = {}) {
  const values: Record<string, string> = own
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((before, { name, example }) => {
      const value = example ?? `no example of ${name}`
      return before.replace(`{${name}}`, encodeURIComponent(values[value] ?? value))
    }, path)
  return { address, body: requestBody?.content['application/json'].example }
}

describe('contract §3: GET /openapi.json, its examples', () => {
  test('each example request is answered as the reference says by the store of the README', async () => {
    const { keys } = await theStoreOfTheReadme()
    for (const request of REQUESTS) {
      const { address, body } = exampleOf(request)
      const answer = await service.call(request.method.toUpperCase(), address, {
        token: keys.secret,
        body,
      })
      expect(Object.keys(request.responses), request.name).toContain(String(answer.status))
    }
  })

  test('each example request does what it is for, once there is the session that the examples tell of', async () => {
    const store = await theStoreOfTheReadme()
    const token = store.keys.secret
    const creation = REQUESTS.find(({ name }) => name === 'POST /v1/checkout/sessions')!
    const create = async () => {
      const { address, body } = exampleOf(creation)
      const created = await service.call<CreateSessionResponse>('POST', address, { token, body })
      expect(created.status, created.text).toBe(201)
      return created.body.url.split('/').at(-1)!
    }
    const paid = await create()
    expect((await (await aBuyer(service, paid)).pay()).status).toBe(200)
    const orderNumber = (await readSession(service, store, paid)).body.order?.orderNumber ?? ''
    for (const request of REQUESTS) {
      const session = request.path.endsWith('/expire') ? await create() : paid
      const own = { [SESSION_ID]: session, [order.orderNumber]: orderNumber }
      const { address, body } = exampleOf(request, own)
      const answer = await service.call(request.method.toUpperCase(), address, { token, body })
      expect([request.name, answer.status, answer.text]).toEqual([
        request.name,
        expect.toSatisfy((status: number) => status < 300),
        expect.anything(),
      ])
    }
  })

  test('each parameter of a path has an example', () => {
    const lacking = Object.entries(paths).flatMap(([path, item]) =>
      (Object.values(item) as OperationExample[]).flatMap(({ parameters = [] }) =>
        parameters
          .filter((one) => one.in === 'path' && one.example === undefined)
          .map(({ name }) => `${path} ${name}`),
      ),
    )
    expect(lacking).toEqual([])
  })
})
