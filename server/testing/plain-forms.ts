import { expect } from 'vitest'
import { type Answer, call } from './http-call.ts'

/** The card that pays, as a buyer without script types it. */
export const TYPED_CARD = { number: '4242 4242 4242 4242', exp: '12/40', cvc: '123' }

/** As a browser sends a plain form; `from`: its address, as the proxy in front sees it. */
export const sendForm = (address: string, fields: Record<string, string>, from?: string) =>
  call<string>('POST', address, {
    text: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
  })

/** Where an answer sends the browser. */
export function see({ status, headers }: Answer<unknown>) {
  expect(status).toBe(303)
  return headers.get('location') ?? ''
}
