import type { Request } from 'express'

/** Ours alone: of this host, over a secure connection, out of a script's reach. */
export const COOKIE_OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** The value of a cookie that the browser sent. */
export const cookieOf = ({ headers: { cookie = '' } }: Request, name: string) =>
  cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
