import type { Request } from 'express'

/** The value of a cookie that the browser sent. */
export const cookieOf = ({ headers: { cookie = '' } }: Request, name: string) =>
  cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
