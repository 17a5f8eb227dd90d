import { call } from '../../server/testing/http-call.ts'
import { type Shop, askPlatform, signIn } from '../buyer/shop.ts'

/** A link with which somebody joins the store's team. */
export async function invite({ baseUrl, id }: Shop) {
  const { body } = await askPlatform<{ invitationUrl: string }>(baseUrl, {
    method: 'POST',
    path: `/stores/${id}/members`,
    body: { email: 'staff@loom.example', role: 'staff' },
  })
  return body?.invitationUrl ?? ''
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
export const canSignIn = (shop: Shop) =>
  signIn(Number(new URL(shop.baseUrl).port), shop).then(
    ({ csrf }) => csrf !== '',
    () => false,
  )
