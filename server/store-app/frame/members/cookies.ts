import type { Request } from 'express'
import type { Visit } from '../store-app-context.ts'
import { createSecretToken } from '../../../auth/secret-tokens.ts'
import { accountKey } from '../../../auth/store-login.ts'

/** Ours alone: of this host, over a secure connection, out of a script's reach. */
export const COOKIE_OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

export const cookieOf = ({ headers: { cookie = '' } }: Request, name: string) =>
  cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** A value that travels sealed in a cookie: no process and no record has to keep it. */
export const sealedCookie = <Value>(name: string, seconds: number) => ({
  async set({ app, response }: Pick<Visit, 'app' | 'response'>, value: Value) {
    const sealed = await app.sealedNotes.seal(JSON.stringify(value), seconds)
    response.cookie(name, sealed, { ...COOKIE_OPTIONS, maxAge: seconds * 1000 })
  },
  /** Undefined when the browser has none, or one that is not ours or too old. */
  async read({ app, request }: Pick<Visit, 'app' | 'request'>): Promise<Value | undefined> {
    const sealed = cookieOf(request, name)
    const text = sealed === undefined ? undefined : await app.sealedNotes.open(sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Value)
  },
  isSent: ({ request }: Pick<Visit, 'request'>) => cookieOf(request, name) !== undefined,
  forget: ({ response }: Pick<Visit, 'response'>) => response.clearCookie(name, COOKIE_OPTIONS),
})

const known = sealedCookie<{ account: string; device: string }>('__Host-device', 180 * 24 * 60 * 60)

/** The browser is known again, also after signing out. It opens nothing: docs/decisions/0040. */
export const rememberDevice = (visit: Visit, email: string) =>
  known.set(visit, { account: accountKey(email), device: createSecretToken() })

export async function findDevice(visit: Visit, email: string) {
  const found = await known.read(visit)
  return found?.account === accountKey(email) ? found.device : undefined
}
