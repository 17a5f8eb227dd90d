type Told = { code: string; message: string; status?: number; retryAfterMs?: number | undefined }

/** There were too many requests, or the service could not answer just then. */
const TEMPORARY = [429, 500, 502, 503, 504]

/** What the service refused, or why it could not be heard. */
export class HostedCheckoutError extends Error {
  override readonly name = 'HostedCheckoutError'
  /**
   * The service's own code, such as `sold_out`, or `unreachable`, `invalid_webhook`,
   * `invalid_receipt`.
   */
  readonly code: string
  /** The status of the answer. `undefined` where there was no answer that can be read. */
  readonly status: number | undefined
  /** How long to wait before the next request, as the service asks. */
  readonly retryAfterMs: number | undefined

  constructor({ code, message, status, retryAfterMs }: Told, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same request may succeed a moment later. */
  get isTemporary() {
    return this.status ? TEMPORARY.includes(this.status) : this.code === 'unreachable'
  }
}

/** `answer` is the body as JSON, or `undefined` when it is not JSON. */
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
