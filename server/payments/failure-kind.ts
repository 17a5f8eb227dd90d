import { CallTimeout } from './call-deadline.ts'

export type FailureKind =
  | 'timeout'
  | 'connection'
  | 'credentials'
  | 'rate_limit'
  | 'provider'
  | 'request'
  | 'other'

/** What was wrong with a call, as far as the error of a provider's library says so. */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof CallTimeout) return 'timeout'
  if (!(error instanceof Error)) return 'other'
  const { statusCode, code, detail } = error as Details
  if (statusCode !== undefined) return kindOfStatus(statusCode)
  const reason = detail?.code ?? code
  if (reason === 'ETIMEDOUT') return 'timeout'
  return reason === undefined ? 'other' : 'connection'
}

type Details = { statusCode?: number; code?: string; detail?: { code?: string } }

function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'credentials'
  if (status === 429) return 'rate_limit'
  return status >= 500 ? 'provider' : 'request'
}
