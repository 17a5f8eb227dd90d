import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Router } from 'express'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ADDRESSES, type OpenApiDocument, createOpenApi } from './document.ts'
import { documentsOf } from './reader-document.ts'
import { READERS } from './readers.ts'
import { ALL_TOPICS } from './topics.ts'

const document = createOpenApi(DEFAULT_ADDRESSES)
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/**
 * `GET /stores/:id` and `GET /platform/v1/stores/{storeId}` are one operation: a router does not
 * know its address.
 */
const toKey = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/^\/platform\/v1/, '').replaceAll(/:\w+|\{\w+\}/g, '{}')}`

const documented = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => toKey(method, path)),
)

/** Between the browser and our own pages, or what every host has: no program calls these. */
const PRIVATE = [
  'GET /challenges/{}',
  'GET /challenges/{}/return',
  'POST /challenges/{}',
  'POST /_csp',
  'GET /buy/{}/{}/print',
  'GET /docs/search.json',
  'GET /favicon.ico',
  'GET /pictures/{}.webp',
  'GET /guarantee/{}',
  'GET /robots.txt',
  'POST /{}',
  'GET /{}/card',
  'POST /{}/card',
]

/** Files of the widget, which a router serves by their names, and what tells of them. */
const FILES = [
  'GET /hosted-checkout-button.js',
  'GET /hosted-checkout.js',
  'GET /integrity.json',
  'GET /scripts.json',
]

type Layer = Router['stack'][number]

const routesOf = (router: Router): string[] =>
  router.stack.flatMap(({ route, handle }: Layer) => {
    if (!route) return isRouter(handle) ? routesOf(handle) : []
    const has = (method: string) => route.stack.some((layer) => layer.method === method)
    return METHODS.filter(has).map((method) => toKey(method, route.path))
  })

const isRouter = (handle: object): handle is Router =>
  'stack' in handle && Array.isArray(handle.stack)

/**
 * The routers of every `*-routes.ts`, a new file included. They are only listed, so that no context
 * has to work.
 */
async function findRoutes() {
  const context = { urls: DEFAULT_ADDRESSES } as never
  const server = join(import.meta.dirname, '../..')
  const fileNames = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('-routes.ts') && !/script-routes|^store-app/.test(name),
  )
  const modules: Record<string, unknown>[] = await Promise.all(
    fileNames.map((name) => import(join(server, name))),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, create]) =>
      name.endsWith('Routes') && typeof create === 'function'
        ? routesOf(create(context, []) as Router)
        : [],
    )
}

describe('contract §3: the API document', () => {
  test('the API document is committed as the code generates it (else: npm run docs)', () => {
    const committed: unknown = JSON.parse(
      readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
    )
    expect(committed).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('the API document, the package and LICENSE name one licence', () => {
    const read = (name: string) =>
      readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
    const { license } = JSON.parse(read('package.json')) as { license: string }
    expect(document.info.license).toEqual({ name: license, identifier: license })
    expect(read('LICENSE')).toMatch(new RegExp(`^${license} License\n`))
  })

  test('the API document describes every public route, and no other', async () => {
    const routes = new Set(await findRoutes())
    expect(routes.size).toBeGreaterThan(15)
    expect([...routes].filter((route) => !documented.includes(route)).toSorted()).toEqual(
      PRIVATE.toSorted(),
    )
    expect(documented.filter((route) => !routes.has(route)).toSorted()).toEqual(FILES)
  })

  test('the API document refers only to components that it has', () => {
    const json = JSON.stringify(document)
    const references = [...json.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)]
    expect(references.length).toBeGreaterThan(50)
    const kinds = document.components as Record<string, Record<string, unknown>>
    for (const [, kind = '', name = ''] of references)
      expect(kinds[kind], name).toHaveProperty([name])
  })

  test('the API document says each refusal once, however many operations have it', () => {
    const inlined = Object.values(document.paths ?? {}).flatMap((item) =>
      METHODS.flatMap((method) =>
        Object.values(item[method]?.responses ?? {}).filter((answer) =>
          JSON.stringify(answer).includes('#/components/schemas/Error"'),
        ),
      ),
    )
    expect(inlined).toEqual([])
    const shared = Object.values(document.components?.responses ?? {})
    expect(shared.length).toBeGreaterThan(30)
    expect(new Set(shared.map((answer) => JSON.stringify(answer))).size).toBe(shared.length)
  })

  test('the API document names every operation once', () => {
    const ids = Object.values(document.paths ?? {}).flatMap((item) =>
      METHODS.flatMap((method) => item[method]?.operationId ?? []),
    )
    expect(ids).toHaveLength(documented.length)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('contract §3: a document for each reader', () => {
  const documents = documentsOf(document)
  const operationsOf = ({ paths = {} }: OpenApiDocument) =>
    Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => toKey(method, path)),
    )

  test('each operation is in one of the readers’ documents, as the whole document has it', () => {
    const keys = documents.flatMap((each) => operationsOf(each.document))
    expect(keys.toSorted()).toEqual(documented.toSorted())
    for (const each of documents)
      for (const [path, item] of Object.entries(each.document.paths ?? {}))
        expect(document.paths?.[path]).toMatchObject(item)
  })

  test('each reader’s document holds what it refers to, and nothing else', () => {
    for (const { document: own } of documents) {
      const { securitySchemes, ...components } = own.components ?? {}
      const held = Object.entries(components).flatMap(([kind, each]) =>
        Object.keys(each ?? {}).map((name) => `${kind}/${name}`),
      )
      const json = JSON.stringify(own)
      const named = [...json.matchAll(/"#\/components\/(\w+\/[\w.-]+)"/g)].map(([, name]) => name)
      expect(held.toSorted()).toEqual([...new Set(named)].toSorted())
      for (const scheme of Object.keys(securitySchemes ?? {}))
        expect(json).toContain(`{"${scheme}":[]}`)
    }
  })

  test('what the merchant’s server is sent stands in the merchant’s document', () => {
    const offering = documents.filter(({ document: own }) => own.webhooks !== undefined)
    expect(offering.map(({ reader }) => reader.name)).toEqual(['merchant'])
    expect(offering[0]?.document.webhooks).toEqual(document.webhooks)
  })

  test('a reader’s document says defaults in words: generated types do not demand the field', () => {
    expect(JSON.stringify(document)).not.toContain('"default":')
    expect(document.components?.schemas).toMatchObject({
      CheckoutItem: {
        properties: { quantity: { description: 'How many to buy. Default: `1`.' } },
        required: ['product'],
      },
    })
  })

  test('each section of an introduction is some reader’s', () => {
    expect(new Set(READERS.flatMap(({ topics }) => topics))).toEqual(new Set(ALL_TOPICS))
  })
})
