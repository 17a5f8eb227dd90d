import { expect, test } from 'vitest'
import { type Answer, call } from '../../../testing/http-call.ts'
import { findFreePort } from '../../../testing/servers/free-port.ts'
import { openSpecService } from '../../../testing/servers/spec-service.ts'
import { type TestService, startTestService } from '../../../testing/servers/test-service.ts'
import {
  PASSWORD,
  aStoreWithOwner,
  cookieOf,
  ownForm,
  postForm,
  untilAdmitted,
} from '../../../testing/store/store-builders.ts'

const { service } = await openSpecService()

async function signIn(to: TestService, headers: Record<string, string>) {
  const { email } = await aStoreWithOwner(to)
  const fields = { email, password: PASSWORD }
  return untilAdmitted(() => postForm(to, '/sign-in', fields, headers))
}

const SAFARI = {
  'user-agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
}
const CHROME = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

const plainOnes = ({ headers }: Answer<unknown>) =>
  headers.getSetCookie().filter((pair) => !pair.includes('; Secure'))

test('without TLS, Safari is signed in and signs out by cookies that are not secure', async () => {
  const own = { ...ownForm(service), ...SAFARI }
  const answer = await signIn(service, own)
  const plain = plainOnes(answer)
  expect(plain).toEqual([
    expect.stringMatching(/^hosted-checkout-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^hosted-checkout-device=[\w.-]+; .+; HttpOnly; SameSite=Lax$/),
  ])
  expect(plain[0]).toContain(cookieOf(answer).replace('__Host-', 'hosted-checkout-'))
  const cookie = plain.map((pair) => pair.split(';')[0]).join('; ')
  const home = (sent: string) =>
    service.call<string>('GET', '/store', { headers: { cookie: sent, ...SAFARI } })
  const shown = await home(cookie)
  expect([shown.status, plainOnes(shown)]).toEqual([200, []])
  // Whoever keeps secure ones is known by these alone.
  expect((await home(`__Host-sid=${'A'.repeat(43)}; ${cookie}`)).status).toBe(303)
  const csrf = /name="csrf" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
  const left = await postForm(service, '/sign-out', { csrf }, { ...own, cookie })
  expect(plainOnes(left)).toEqual([
    expect.stringMatching(/^hosted-checkout-sid=; Path=\/; Expires=Thu, 01 Jan 1970/),
  ])
  expect((await home(cookie)).status).toBe(303)
})

test('without TLS, whoever keeps secure cookies is given these alone', async () => {
  const answer = await signIn(service, { ...ownForm(service), ...CHROME })
  expect([cookieOf(answer) === '', plainOnes(answer)]).toEqual([false, []])
  const cookie = cookieOf(answer).replace('__Host-', 'hosted-checkout-')
  const shown = await service.call('GET', '/store', { headers: { cookie, ...CHROME } })
  expect(shown.status).toBe(303)
})

test('with TLS, no plain cookie is set or read', async () => {
  const port = String(await findFreePort())
  const { stop } = await startTestService({
    databaseUrl: service.databaseUrl,
    env: { PORT: port, BASE_URL: `https://localhost:${port}` },
  })
  // The proxy in front of it has ended TLS.
  const secure = { ...service, baseUrl: `http://localhost:${port}` }
  const answer = await signIn(secure, {
    origin: `https://localhost:${port}`,
    'sec-fetch-site': 'same-origin',
    ...SAFARI,
  })
  expect([cookieOf(answer) === '', plainOnes(answer)]).toEqual([false, []])
  const orders = (cookie: string) =>
    call('GET', `${secure.baseUrl}/store/orders`, { headers: { cookie, ...SAFARI } })
  const plain = cookieOf(answer).replace('__Host-', 'hosted-checkout-')
  expect([(await orders(cookieOf(answer))).status, (await orders(plain)).status]).toEqual([
    200, 303,
  ])
  await stop()
})
