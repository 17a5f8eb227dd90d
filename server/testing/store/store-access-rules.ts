/** Who may use a route. A `thing` belongs to one store; for another store it does not exist. */
type Rule = {
  for: 'everybody' | 'members' | 'owners'
  isUpload?: boolean
  /** The route has no page, but is the parent of others. */
  isParent?: boolean
  thing?: 'passkey' | 'order' | 'product' | 'session' | 'invitation' | 'member'
}

const everybody: Rule = { for: 'everybody' }
const members: Rule = { for: 'members' }
const owners: Rule = { for: 'owners' }
const of = (thing: NonNullable<Rule['thing']>, rule: Rule = members): Rule => ({ ...rule, thing })

const upload = (rule: Rule): Rule => ({ ...rule, isUpload: true })
const parent = (rule: Rule): Rule => ({ ...rule, isParent: true })

/** Every route of the store application. A test fails when this list differs from it. */
export const RULES: Record<string, Rule> = {
  'GET /store-app-:hash.js': everybody,
  'GET /icon.svg': everybody,
  'GET /sign-in': everybody,
  'POST /sign-in': everybody,
  'GET /sign-in/second-step': everybody,
  'POST /sign-in/second-step': everybody,
  'GET /forgot-password': everybody,
  'POST /forgot-password': everybody,
  'GET /reset-password': parent(everybody),
  'GET /reset-password/:token': everybody,
  'POST /reset-password/:token': everybody,
  'GET /join': parent(everybody),
  'GET /join/:token': everybody,
  'POST /join/:token': everybody,
  'POST /sign-out': members,
  'GET /': members,
  'GET /account': members,
  'POST /account/password': members,
  'POST /account/sale-mails': members,
  'POST /account/sign-out-everywhere': members,
  'POST /account/confirm': members,
  'GET /account/second-factor': members,
  'GET /account/second-factor/set-up': members,
  'POST /account/second-factor/set-up': members,
  'POST /account/second-factor/recovery-codes': members,
  'POST /account/second-factor/turn-off': members,
  'GET /account/second-factor/passkeys': parent(members),
  'GET /account/second-factor/passkeys/new': members,
  'POST /account/second-factor/passkeys/new': members,
  'GET /account/second-factor/passkeys/:id': parent(members),
  'POST /account/second-factor/passkeys/:id/rename': of('passkey'),
  'POST /account/second-factor/passkeys/:id/remove': of('passkey'),
  'GET /orders': members,
  'GET /orders/events': members,
  'GET /orders/export': members,
  'GET /orders/:orderNumber': of('order'),
  'GET /orders/:orderNumber/evidence': of('order'),
  'GET /orders/:orderNumber/evidence/export': of('order'),
  'POST /orders/:orderNumber/note': of('order'),
  'POST /orders/:orderNumber/mails': of('order'),
  'POST /orders/:orderNumber/fulfil': of('order'),
  'POST /orders/:orderNumber/unfulfil': of('order'),
  'POST /orders/:orderNumber/deliver': of('order'),
  'POST /orders/:orderNumber/undeliver': of('order'),
  'GET /orders/:orderNumber/refund': of('order'),
  'POST /orders/:orderNumber/refund': of('order'),
  'POST /orders/:orderNumber/refund/confirm': of('order'),
  'POST /orders/:orderNumber/failed-refund': of('order'),
  'GET /products': members,
  'GET /products/-': parent(members),
  'GET /products/-/new': members,
  'POST /products/-/new': members,
  'GET /products/-/export': members,
  'GET /products/-/import': members,
  'POST /products/-/import': upload(members),
  'GET /products/:slug': of('product'),
  'POST /products/:slug/stock': of('product'),
  'GET /products/:slug/edit': of('product'),
  'POST /products/:slug/edit': of('product'),
  'GET /products/:slug/archive': of('product'),
  'POST /products/:slug/archive': of('product'),
  'POST /products/:slug/restore': of('product'),
  'GET /products/:slug/history': of('product'),
  'GET /products/:slug/picture': parent(of('product')),
  'POST /products/:slug/picture': upload(of('product')),
  'POST /products/:slug/picture/remove': of('product'),
  'GET /sessions': members,
  'GET /sessions/:id': of('session'),
  'GET /sessions/:id/expire': of('session'),
  'POST /sessions/:id/expire': of('session'),
  'GET /payment-problems': members,
  'GET /settings': parent(owners),
  'GET /settings/general': owners,
  'POST /settings/general': owners,
  'GET /settings/branding/logo': parent(owners),
  'POST /settings/branding/logo': upload(owners),
  'POST /settings/branding/logo/remove': owners,
  'GET /settings/general/seller': owners,
  'POST /settings/general/seller': owners,
  'GET /settings/branding': owners,
  'POST /settings/branding': owners,
  'GET /settings/branding/preview': owners,
  'GET /settings/delivery': owners,
  'POST /settings/delivery': owners,
  'POST /settings/delivery/move': owners,
  'POST /settings/delivery/countries': owners,
  'GET /settings/delivery/option': owners,
  'POST /settings/delivery/option': owners,
  'POST /settings/delivery/option/remove': owners,
  'GET /settings/developers': owners,
  'GET /settings/developers/origins': parent(owners),
  'POST /settings/developers/origins': owners,
  'POST /settings/developers/origins/remove': owners,
  'GET /settings/developers/keys': parent(owners),
  'GET /settings/developers/keys/:kind': parent(owners),
  'GET /settings/developers/keys/:kind/regenerate': owners,
  'POST /settings/developers/keys/:kind/regenerate': owners,
  'POST /settings/developers/keys/:kind/end': owners,
  'GET /settings/developers/requests': owners,
  'GET /settings/developers/scripts': owners,
  'GET /settings/plan': owners,
  'POST /settings/plan': owners,
  'GET /settings/plan/free': owners,
  'GET /settings/team': owners,
  'POST /settings/team': owners,
  'GET /settings/team/invitations': parent(owners),
  'GET /settings/team/invitations/:id': parent(owners),
  'POST /settings/team/invitations/:id/resend': of('invitation', owners),
  'POST /settings/team/invitations/:id/revoke': of('invitation', owners),
  'GET /settings/team/members': parent(owners),
  'GET /settings/team/members/:id': of('member', owners),
  'POST /settings/team/members/:id/role': of('member', owners),
  'GET /settings/team/members/:id/remove': of('member', owners),
  'POST /settings/team/members/:id/remove': of('member', owners),
  'GET /settings/audit-log': owners,
}

export const RULED_ROUTES = Object.entries(RULES).map(([route, rule]) => {
  const [method = '', path = ''] = route.split(' ')
  return { route, method, path, ...rule }
})
/** The routes that answer with a page. */
export const GETS = RULED_ROUTES.filter(
  ({ method, path, isParent }) =>
    method === 'GET' && !isParent && !/\.(js|svg)$|\/events$|\/export$/.test(path),
)
export const POSTS = RULED_ROUTES.filter(({ method }) => method === 'POST')
