import type { Answer } from './http-call.ts'
import type { TestService } from './service.ts'
import { aMember, aStoreWithOwner, ownForm } from './store-builders.ts'

export type Merchant = Awaited<ReturnType<typeof aMerchant>>

/** A store, its owner signed in, and what the owner does with products. */
export async function aMerchant(service: TestService, fields: Record<string, unknown> = {}) {
  const store = await aStoreWithOwner(service, fields)
  const member = await aMember(service, store.email)
  const csrf = await member.csrf()
  const post = (path: string, form: Record<string, string> = {}) => member.post(`/products${path}`, { csrf, ...form })
  return {
    store, member, csrf, post,
    get: (path = '') => member.get(`/products${path}`),
    create: (form: Record<string, string> = {}) => post('/-/new', { name: 'Linen shirt', price: '49.00', sizes: 'S, M', stock: '5', ...form }),
    changeStock: async (slug: string, delta: string, row = 0) =>
      post(`/${slug}/stock`, { variant: variantsOf(await member.get(`/products/${slug}`))[row] ?? '', delta }),
    upload: (content: string | Uint8Array<ArrayBuffer>, name = 'products.csv') => uploadForm(service, {
      path: '/products/-/import', cookie: member.cookie, fields: { csrf }, file: { field: 'file', name, content },
    }),
    /** Shows a file and confirms it. */
    importFile: async (content: string) => {
      const shown = await uploadForm(service, { path: '/products/-/import', cookie: member.cookie, fields: { csrf },
        file: { field: 'file', name: 'products.csv', content } })
      return post(pathOf(shown))
    },
    exported: async () => (await member.get('/products/-/export')).text,
  }
}

type FileForm = { path: string; cookie: string; fields: Record<string, string>; file: { field: string; name: string; content: string | Uint8Array<ArrayBuffer> } }

export function uploadForm(service: TestService, { path, cookie, fields, file }: FileForm) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(file.field, new Blob([file.content]), file.name)
  return sendForm(service, { path, cookie, form })
}

async function sendForm(service: TestService, { path, cookie, form }: { path: string; cookie: string; form: FormData }): Promise<Answer<string>> {
  const response = await fetch(`${service.baseUrl}/store${path}`, { method: 'POST', redirect: 'manual', body: form, headers: { ...ownForm(service), cookie } })
  const text = await response.text()
  return { status: response.status, body: text, text, headers: response.headers }
}

/** Where a form has led to, below the list of products. */
export const pathOf = ({ headers }: Answer<unknown>) => (headers.get('location') ?? '').replace('/store/products', '')

export const variantsOf = ({ text }: Answer<string>) => [...text.matchAll(/name="variant" value="(\d+)"/g)].map(([, id = '']) => id)

/** What a reader sees: without tags, with one space for many. */
export const textOf = ({ text }: Answer<string>) => text.replace(/<style.*<\/style>/s, '').replaceAll(/<\/?bdi[^>]*>/g, '').replaceAll(/<[^>]*>/g, ' ')
  .replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll(/\s+/g, ' ')

/** The errors at the fields, by the fields' names. */
export const errorsOf = ({ text }: Answer<string>) =>
  Object.fromEntries([...text.matchAll(/<p class="error" id="field-([^"]+)-error">([^<]*)<\/p>/g)].map(([, name, error]) => [name, error]))
