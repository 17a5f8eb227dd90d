import { PLATFORM_TOKEN } from '../servers/lab-service.ts'
import { call } from '../../server/testing/http-call.ts'

/** A link with which somebody joins the store's team. */
export async function invite(baseUrl: string, storeId: string) {
  const { body } = await call<{ invitationUrl: string }>(
    'POST',
    `${baseUrl}/platform/v1/stores/${storeId}/members`,
    { token: PLATFORM_TOKEN, body: { email: 'staff@loom.example', role: 'staff' } },
  )
  return body.invitationUrl
}

/** Whether a page of before still opens. */
export const canOpen = async (page: string) => (await call('GET', page)).status === 200

/** Whether the provider's news of the session's payment go to this cell. */
export async function isNotified(baseUrl: string, session: string, cell: string) {
  const { headers } = await call('POST', `${baseUrl}/payment-notifications`, {
    body: { data: { object: { metadata: { session } } } },
  })
  return headers.get('answered-by') === `cell_${cell}`
}

/** Whether the owner gets in by address and password alone, and stays in by what the answer sets. */
export async function canSignIn(baseUrl: string, fields: { email: string; password: string }) {
  const { status, headers } = await call('POST', `${baseUrl}/store/sign-in`, {
    text: new URLSearchParams(fields).toString(),
    headers: {
      origin: baseUrl,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  if (status !== 303) return false
  const cookie = headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ')
  const home = await call('GET', `${baseUrl}/store/account`, { headers: { cookie } })
  return home.status === 200
}
