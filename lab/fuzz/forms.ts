import type { Random } from '../model/seeded-random.ts'
import { type RawResponse, type RawRequest, exchange, headerOf } from '../buyer/exchange.ts'
import { type Shop, type SignedIn, openShop, ownForm, signIn } from '../buyer/shop.ts'
import { routesOfStoreApp } from '../../server/testing/store/store-routes.ts'
import { buy, sendTo } from '../buyer/purchase.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, canaryOf } from './values.ts'

/** A form in a page. */
type Form = { action: string; isUpload: boolean; fields: { name: string; values: string[] }[] }

/** Only pages of the first store have this word. */
const MARK = 'Moonlit'

/** After so many requests the forms have changed everything, so the store is replaced. */
const RENEWED_EVERY = 1_500

const ROUTES = routesOfStoreApp().map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, path: path === '/' ? '' : path }
})

/** Paths of pages, without streams and files. */
const isReadable = (path: string) => !/\/events$|\/export$|\.(?:js|svg)$/.test(path)

const attribute = (tag: string, name: string) =>
  new RegExp(String.raw`\s${name}="([^"]*)"`).exec(tag)?.[1]

function formsIn(page: string, html: string): Form[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, tag = '']) => attribute(tag, 'method') === 'post')
    .map(([, tag = '', inner = '']) => ({
      action: attribute(tag, 'action') ?? page,
      isUpload: tag.includes('multipart/form-data'),
      fields: [...inner.matchAll(/<(?:input|textarea|select|button)([^>]*)>/g)].flatMap(
        ([, field = '']) => {
          const name = attribute(field, 'name')
          return name === undefined ? [] : [{ name, values: [attribute(field, 'value') ?? ''] }]
        },
      ),
    }))
}

const nameOf = ({ action, fields }: Form) =>
  [
    action,
    ...fields.map(({ name, values }) => (name === 'csrf' ? name : `${name}=${values[0]}`)),
  ].join(' ')

/** Opens a store that has something of everything, and reads the forms of all its pages. */
export async function openFuzzedForms(port: number) {
  let shop: Shop
  let owner: SignedIn
  let forms: Form[]
  let paths: Record<string, string>
  const stranger = await signIn(
    port,
    await openShop(port, { name: 'Another store', hasOwner: true, products: [] }),
  )

  const read = (path: string, { cookie }: Partial<SignedIn>): Promise<RawResponse> =>
    exchange({
      port,
      method: 'GET',
      path,
      headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) },
    })

  const fill = (path: string) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(paths[name] ?? 'nothing'))

  async function open() {
    shop = await openShop(port, {
      name: `${MARK} store`,
      hasOwner: true,
      products: [
        { slug: 'mug', stock: 100 },
        { slug: 'bowl', stock: 2 },
      ],
    })
    owner = await signIn(port, shop)
    const customer = { name: `${MARK} Buyer`, phone: '+34 600 123 456' }
    const { id, answer } = await buy(sendTo({ port }), shop.secretKey, { customer })
    const orderNumber = answer.status === 'complete' ? answer.order.orderNumber : 'nothing'
    paths = { slug: 'mug', kind: 'secret', token: 'A'.repeat(43), orderNumber, id }
    const found: Form[] = []
    for (const { method, path } of ROUTES) {
      if (method !== 'GET' || !isReadable(path)) continue
      const address = `/store${fill(path)}`
      found.push(...formsIn(address, (await read(address, owner)).text))
    }
    // Every page has the form to sign out.
    forms = [...new Map(found.map((form) => [nameOf(form), form])).values()]
    if (forms.length < 10) throw new Error(`only ${forms.length} forms were found`)
  }
  await open()
  let renewal: Promise<void> = Promise.resolve()

  /** Signing out comes less often, because each sign-in hashes a password. */
  const pickForm = (random: Random) => {
    const form = random.pick(forms)
    return form.action.includes('/sign-out') && random.chance(0.9) ? random.pick(forms) : form
  }

  return {
    /** Must be called before each request. */
    async keepFresh(index: number) {
      if (index % RENEWED_EVERY === RENEWED_EVERY - 1) renewal = open()
      await renewal
    },

    /** Signs the owner in again when a form has signed them out. */
    look(answer: RawResponse, { headers }: RawRequest) {
      const isOut = headerOf(answer, 'location')?.includes('/sign-in') ?? false
      if (!isOut || headers?.cookie !== owner.cookie) return
      const used = owner.cookie
      renewal = renewal.then(async () => {
        if (owner.cookie === used) owner = await signIn(port, shop)
      })
      // The password has changed or a limit is reached, so another store replaces it.
      renewal = renewal.catch(open)
    },

    /** A page or form, asked for by its owner, another store's owner, or nobody. */
    make(random: Random): { sent: RawRequest; foreign: string[] } {
      const who = random.pick(['owner', 'owner', 'owner', 'stranger', 'nobody'])
      const person = who === 'owner' ? owner : who === 'stranger' ? stranger : undefined
      const foreign = who === 'owner' ? [] : [MARK]
      if (random.chance(0.3)) return { foreign, sent: makeRead(port, { random, person, fill }) }
      const seen = random.chance(0.9) ? pickForm(random) : unseenForm(random, fill)
      const form = who === 'owner' ? seen : withoutMark(seen)
      return { foreign, sent: makePost(port, { form, random, person }) }
    },
  }
}

/** Without the word, because a page shows again what a form sent. */
const withoutMark = ({ fields, ...form }: Form): Form => ({
  ...form,
  fields: fields.map(({ name, values }) => ({
    name,
    values: values.map((value) => value.replaceAll(MARK, 'Borrowed')),
  })),
})

/** A route for a form that no page of this store has shown. */
const unseenForm = (random: Random, fill: (path: string) => string): Form => ({
  action: `/store${fill(random.pick(ROUTES.filter(({ method }) => method === 'POST')).path)}`,
  isUpload: random.chance(0.2),
  fields: [{ name: 'csrf', values: [''] }],
})

type Asking = { random: Random; person: SignedIn | undefined }

function makeRead(
  port: number,
  { random, person, fill }: Asking & { fill: (path: string) => string },
): RawRequest {
  const { path } = random.pick(
    ROUTES.filter((route) => route.method === 'GET' && isReadable(route.path)),
  )
  const hostile = random.chance(0.3)
    ? path.replaceAll(/:\w+/g, () => encodeURIComponent(text(random)).slice(0, 2000) || '-')
    : fill(path)
  const query = Array.from({ length: random.below(3) }, (): [string, string] => [
    random.pick(['q', 'cursor', 'status', 'from', 'to', 'page', 'days', 'sort', ...HOSTILE_NAMES]),
    text(random).slice(0, 500),
  ])
  return {
    port,
    method: 'GET',
    path: `/store${hostile}${query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`,
    headers: { ...ownForm(port, person), accept: random.pick(['text/html', '*/*', 'image/webp']) },
  }
}

const text = (random: Random) => random.pick(HOSTILE_TEXTS).toWellFormed()

function makePost(port: number, { form, random, person }: Asking & { form: Form }): RawRequest {
  const hostility = random.pick([0, 0.05, 0.2])
  const fields = form.fields.flatMap(({ name, values }): [string, string][] => {
    if (random.chance(hostility / 2)) return []
    if (name === 'csrf') {
      const isGood = person && !random.chance(hostility)
      return [[name, isGood ? person.csrf : random.pick(['', 'x'.repeat(86), ...values])]]
    }
    if (random.chance(hostility)) return [[name, text(random)]]
    const usual = canaryOf(canaryNameOf(name), random)
    return [[name, random.chance(0.5) ? (usual ?? random.pick(values)) : random.pick(values)]]
  })
  if (random.chance(hostility)) fields.push([random.pick(HOSTILE_NAMES), text(random)])
  if (random.chance(hostility / 2)) fields.push(...fields.slice(0, 1))
  const own = random.chance(hostility / 2)
    ? { ...ownForm(port, person), ...random.pick(FOREIGN) }
    : ownForm(port, person)
  const address = `100.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  const written = form.isUpload ? multipart(fields, random) : urlencoded(fields)
  return {
    port,
    method: random.chance(hostility * 0.05) ? 'PUT' : 'POST',
    path: form.action,
    headers: { ...own, 'x-forwarded-for': address, 'content-type': written.type },
    body: written.body,
  }
}

/** Canaries for passwords and notes; email addresses may be logged with mails. */
const canaryNameOf = (field: string) =>
  /password/i.test(field) ? 'password' : /note/i.test(field) ? 'note' : ''

const FOREIGN = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
]

const urlencoded = (fields: [string, string][]) => ({
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(fields).toString().slice(0, 70_000),
})

const FILES = [
  '',
  'slug,name,price,stock\nvase,Moonlit vase,9.90,3\n',
  'slug,slug\n"',
  '\uFEFFslug;name;price\na;b;c',
  '\n'.repeat(2000),
  '",'.repeat(500),
  'GIF89a\u0001\u0000\u0001\u0000',
  '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
]

function multipart(fields: [string, string][], random: Random) {
  // Shorter ones are not read.
  const boundary = 'fuzz-boundary'.padEnd(40, '-')
  const parts = fields.map(([name, value]) => {
    const isFile = name === 'file' || name === 'picture' || name === 'logo'
    const file = isFile ? `; filename="${random.pick(['a.csv', '..', '', 'é.png'])}"` : ''
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${isFile ? random.pick(FILES) : value}\r\n`
  })
  const end = random.chance(0.9) ? `--${boundary}--\r\n` : ''
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}${end}` }
}
