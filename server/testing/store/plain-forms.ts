import { expect } from 'vitest'
import { type Answer, call } from '../http-call.ts'

/** A card that pays, as a buyer types it. */
export const TYPED_CARD = { number: '4242 4242 4242 4242', exp: '12/40', cvc: '123' }

/** Sends a plain form as a browser does. `from`: the client's address, as the proxy sees it. */
export const sendForm = (address: string, fields: Record<string, string>, from?: string) =>
  call<string>('POST', address, {
    text: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
  })

/** The page that a browser shows at this address, after redirects. */
export async function openPage(address: string): Promise<Answer<string>> {
  const answer = await call<string>('GET', address)
  return answer.status === 303 ? openPage(see(answer)) : answer
}

/** The address of a redirect. */
export function see({ status, headers }: Answer<unknown>) {
  expect(status).toBe(303)
  return headers.get('location') ?? ''
}
