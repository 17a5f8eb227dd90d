import { toOneLine } from '../../reporting/terminal-text.ts'

/** What the doctor says of one thing: how it is and, if that is wrong, what to do. */
export type Finding = { subject: string; is: string; advice?: string }

export const well = (subject: string, is: string): Finding => ({ subject, is })
export const wrong = (subject: string, is: string, advice: string): Finding => ({
  subject,
  is,
  advice,
})

/** One line: `ok  subject: how it is`, or `!!  subject: how it is. What to do`. */
export const toLine = ({ subject, is, advice }: Finding) =>
  toOneLine(advice === undefined ? `ok  ${subject}: ${is}` : `!!  ${subject}: ${is}. ${advice}.`)

/** The reason of a failure in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  // Stripe's library has the reason of a failed connection there.
  if ('detail' in error && error.detail instanceof Error) return reasonOf(error.detail)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
