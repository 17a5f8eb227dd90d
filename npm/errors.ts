type Told = { code: string; message: string; status?: number; retryAfterMs?: number | undefined }

/** Too many requests, or the service could not do it just now. */
const TEMPORARY = [429, 500, 502, 503, 504]

/** What the service refused, or why nothing was heard of it. */
export class HostedCheckoutError extends Error {
  override readonly name = 'HostedCheckoutError'
  /** The service's own, such as `sold_out`; or `unreachable`, `invalid_webhook`, `invalid_receipt`. */
  readonly code: string
  /** Of the answer; undefined where there was none that can be read. */
  readonly status: number | undefined
  /** How long the service asks to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor({ code, message, status, retryAfterMs }: Told, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same request may go well a moment later. */
  get isTemporary() {
    return this.status ? TEMPORARY.includes(this.status) : this.code === 'unreachable'
  }
}

/** `answer`: its body as JSON, `undefined` when it is none. */
export function toError({ ok, status, headers }: Response, answer: unknown) {
  const told = (answer as { error?: Partial<Told> } | null | undefined)?.error
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new HostedCheckoutError({
    code: told?.code ?? 'unreachable',
    message: told?.message ?? `Something else than the service answered, with ${status}.`,
    ...(!ok && { status }),
    retryAfterMs: Number.isNaN(seconds) ? undefined : seconds * 1000,
  })
}
