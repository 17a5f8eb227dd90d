import { type TestStore, aStore } from '../builders.ts'
import { type Answer, type CallOptions, call } from '../http-call.ts'
import type { TestService } from '../servers/test-service.ts'
import type { Sql } from '../sql.ts'
import { PASSWORD, type Role, addMember, ownForm, untilAdmitted } from './store-builders.ts'

export type Browser = ReturnType<typeof aBrowserOf>

/** A browser without script: it keeps cookies, fills in forms and follows redirects. */
export function aBrowserOf(
  { baseUrl, ...service }: TestService,
  cookies = new Map<string, string>(),
) {
  const send = async (method: string, path: string, { headers, ...options }: CallOptions = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await call<string>(method, new URL(path, baseUrl).href, {
      ...options,
      headers: { ...headers, ...(cookie && { cookie }) },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const open = (path: string, headers: Record<string, string> = {}) =>
    send('GET', `/store${path}`, { headers })
  const follow = async (answer: Answer<string>) =>
    answer.status === 303 ? send('GET', answer.headers.get('location') ?? '') : answer

  const post = async (
    path: string,
    fields: Record<string, string>,
    { page = '/account' }: { page?: string } = {},
  ) => {
    const csrf = /name="csrf" value="([^"]+)"/.exec((await open(page)).text)?.[1]
    const text = new URLSearchParams({ ...(csrf !== undefined && { csrf }), ...fields }).toString()
    const headers = {
      ...ownForm({ baseUrl, ...service }),
      'content-type': 'application/x-www-form-urlencoded',
    }
    return send('POST', `/store${path}`, { text, headers })
  }

  return {
    cookies,
    open,
    follow,
    post,
    /** Sends the form and returns the page that it leads to. */
    submit: async (
      path: string,
      fields: Record<string, string> = {},
      from: { page?: string } = {},
    ) => follow(await post(path, fields, from)),
    signIn: async (email: string, password = PASSWORD) =>
      post('/sign-in', { email, password }, { page: '/sign-in' }),
  }
}

/** A store and its owner, signed in. */
export async function anOwner(service: TestService, sql: Sql) {
  const store = await aStore(service)
  return { store, ...(await aColleague(service, sql, { store, role: 'owner' })) }
}

export async function aColleague(
  service: TestService,
  sql: Sql,
  { store, role }: { store: Pick<TestStore, 'id'>; role: Role },
) {
  const email = await addMember(sql, store, { role })
  const browser = aBrowserOf(service)
  const { status } = await untilAdmitted(() => browser.signIn(email))
  if (status !== 303) throw new Error(`${email} could not sign in: ${status}`)
  return { email, browser }
}

/** A page's notice: its text, and the secret in it. */
export const noticeIn = ({ text }: Answer<string>) => ({
  text: /class="notice [^"]*"[^>]*>\s*<p>([^<]*)</.exec(text)?.[1] ?? '',
  secret: /data-copy="([^"]+)"/.exec(text)?.[1] ?? '',
})

export const linkPath = (url: string) => new URL(url).pathname.replace('/store', '')

/** The version of the data that the form was opened with. */
export const versionIn = ({ text }: Answer<string>) =>
  /name="version" value="([^"]*)"/.exec(text)?.[1] ?? ''

/** The errors at a form's fields. */
export const errorsIn = ({ text }: Answer<string>) =>
  [...text.matchAll(/<p class="error"[^>]*>([^<]*)</g)].map(([, sentence]) => sentence)

const GENERAL = '/settings/general'

/** What the form of the general settings sends, unchanged but for these fields. */
export async function generalFields(browser: Browser, fields: Record<string, string>) {
  const page = await browser.open(GENERAL)
  const saved = /data-saved="([^"]*)"/.exec(page.text)?.[1] ?? '{}'
  const texts: Record<string, string> = JSON.parse(
    saved.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )
  return { ...texts, version: versionIn(page), ...fields }
}

export const saveGeneral = async (browser: Browser, fields: Record<string, string>) =>
  browser.post(GENERAL, await generalFields(browser, fields), { page: GENERAL })
