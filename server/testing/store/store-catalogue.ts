import { afterAll, expect } from 'vitest'
import type { PlatformProduct } from '../../contract/platform/platform.ts'
import type { Answer } from '../http-call.ts'
import { expectInvariants } from '../invariants.ts'
import { type TestService, startTestService } from '../servers/test-service.ts'
import { openSql } from '../sql.ts'
import { aMember, aStoreWithOwner, ownForm } from './store-builders.ts'

/** A service with two merchants. In the end no request has failed and no unit is lost. */
export async function openCatalogue({ other = {} }: { other?: Record<string, unknown> } = {}) {
  const service = await startTestService()
  const sql = openSql(service.databaseUrl)
  afterAll(async () => {
    expect(service.log()).not.toContain('request.failed')
    await expectInvariants(sql)
    await sql.close()
    await service.stop()
  })
  return {
    service,
    sql,
    merchant: await aMerchant(service),
    other: await aMerchant(service, other),
  }
}

/** A store, its owner signed in, and what the owner does with products. */
async function aMerchant(service: TestService, fields: Record<string, unknown> = {}) {
  const store = await aStoreWithOwner(service, fields)
  const member = await aMember(service, store.email)
  const csrf = await member.csrf()
  const upload = (path: string, fields: [string, string][], file?: FormFile) =>
    uploadForm(service, { member, path: `/products${path}`, fields, file })
  const post = (path: string, form: Record<string, string> = {}) =>
    /\/(?:new|edit)$/.test(path)
      ? upload(path, Object.entries({ csrf, ...form }), {
          field: 'picture',
          name: '',
          content: '',
        })
      : member.post(`/products${path}`, { csrf, ...form })
  return {
    store,
    member,
    csrf,
    post,
    get: (path = '') => member.get(`/products${path}`),
    create: (form: Record<string, string> = {}) =>
      post('/-/new', { name: 'Linen shirt', price: '49.00', sizes: 'S, M', stock: '5', ...form }),
    changeStock: async (slug: string, delta: string, row = 0) =>
      post(`/${slug}/stock`, {
        [variantsOf(await member.get(`/products/${slug}`))[row] ?? '']: delta,
      }),
    /** Sends a form of Products with a file, or with a field more than once. */
    upload,
    importFile: (content: string) =>
      upload('/-/import', [['csrf', csrf]], { field: 'file', name: 'products.csv', content }),
    exported: async () => (await member.get('/products/-/export')).text,
    /** The product as the platform API shows it, without its link. */
    find: async (slug: string) => {
      const path = `/stores/${store.id}/products/${encodeURIComponent(slug)}`
      const { buyUrl: _, ...product } = (await service.platform<PlatformProduct>('GET', path)).body
      return product
    },
  }
}

type FormFile = { field: string; name: string; content: string | Uint8Array<ArrayBuffer> }

type FileForm = {
  member: { cookie: string }
  path: string
  fields: [string, string][]
  file?: FormFile | undefined
}

async function uploadForm(
  service: TestService,
  { member: { cookie }, path, fields, file }: FileForm,
): Promise<Answer<string>> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (file) form.set(file.field, new File([file.content], file.name))
  const headers = { ...ownForm(service), cookie }
  const url = `${service.baseUrl}/store${path}`
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: form, headers })
  const text = await response.text()
  return { status: response.status, body: text, text, headers: response.headers }
}

/** The path behind `/store/products` that a form leads to. */
export const pathOf = ({ headers }: Answer<unknown>) =>
  (headers.get('location') ?? '').replace('/store/products', '')

/** The names of the fields that change a product's stock. */
export const variantsOf = ({ text }: Answer<string>) =>
  [...text.matchAll(/name="(delta-\d+)"/g)].map(([, name = '']) => name)

/** The visible text, without tags and repeated spaces. */
export const textOf = ({ text }: Answer<string>) =>
  text
    .replace(/<style.*<\/style>/s, '')
    .replaceAll(/<\/?(bdi|wbr)[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

/** The errors at the fields, by name. */
export const errorsOf = ({ text }: Answer<string>) =>
  Object.fromEntries(
    [...text.matchAll(/<p class="error" id="field-([^"]+)-error">([^<]*)<\/p>/g)].map(
      ([, name, error]) => [name, error],
    ),
  )
