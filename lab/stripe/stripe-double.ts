import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findMissingDetails } from './buyer-details.ts'
import type { DoubleJournal } from './double-journal.ts'
import { openIdempotentAnswers } from './idempotent-answers.ts'
import { parseNestedForm } from './nested-form.ts'
import { openContract } from './openapi-contract.ts'
import { confirmationTokenFor } from './stripe-cards.ts'
import { openNotifications } from './signed-notifications.ts'
import { openStripeBooks } from './double-books.ts'
import { type Operation, findOperation, perform } from './stripe-operations.ts'
import { StripeRefusal, invalidRequest } from './stripe-refusal.ts'

/**
 * What goes wrong with a call. `resets_…` cuts the connection, `silent_…` never answers, and
 * `fails_…` answers 500 (kept under the idempotency key), each before or after the work. `odd_422`
 * is an answer without the error envelope. `authorizes_…` reserves 100 less or more than asked.
 */
export type StripeFault =
  | 'resets_before'
  | 'resets_after'
  | 'silent_before'
  | 'silent_after'
  | 'fails_before'
  | 'fails_after'
  | 'rate_limited'
  | 'odd_422'
  | 'other_amount'
  | 'authorizes_less'
  | 'authorizes_more'
  | 'failed_refund'
  | 'pending_refund'
  | { heldUntil: Promise<unknown> }

type DoubleOptions = {
  secretKey?: string
  webhookSecret?: string
  now?: () => Date
  port?: number
  elsewhereUrl?: string
  /** Its books are read back from there. (Default: it forgets everything with its process.) */
  journal?: DoubleJournal
  /** What goes wrong with a call that no test has planned. (Default: nothing.) */
  chooseFault?: (operation: Operation) => StripeFault | undefined
}

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>

const STRIPE_FAILURE = {
  status: 500,
  isKept: true,
  body: { error: { type: 'api_error', message: 'Something went wrong.' } },
}
const TOO_MANY = {
  status: 429,
  isKept: false,
  body: {
    error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
  },
}
const NO_ENVELOPE = {
  status: 422,
  isKept: false,
  body: { id: 'pi_odd', status: 'succeeded', message: 'Unprocessable Entity' },
}

/**
 * A stateful double of api.stripe.com on its own port: PaymentIntents, refunds, idempotency,
 * declines, challenges and signed notifications, as Stripe documents them. Every request and answer
 * is checked against Stripe's published description, and each confirmation of a card for what its
 * bank wants to know. `close` throws what did not fit, unless `takeViolations` took it.
 */
export async function startStripeDouble({
  secretKey = 'sk_test_double',
  webhookSecret = 'whsec_double',
  now = () => new Date(),
  port = 0,
  elsewhereUrl,
  journal,
  chooseFault = () => undefined,
}: DoubleOptions = {}) {
  const contract = openContract()
  const violations: string[] = []
  const note = (violation: string | undefined) => {
    if (violation !== undefined) violations.push(violation)
  }
  const notifications = openNotifications({
    now,
    secret: webhookSecret,
    judgeEvent: contract.judgeEvent,
    onViolation: note,
  })
  const books = openStripeBooks({
    now,
    ...(elsewhereUrl !== undefined && { elsewhereUrl }),
    announce(type, object) {
      const event = notifications.announce(type, object)
      journal?.announced(event)
    },
  })
  const { answerOnce, forgetKeys, keep } = openIdempotentAnswers()
  const restored = journal?.restore(books)
  restored?.kept.forEach(keep)
  notifications.events.push(...(restored?.events ?? []))
  const faults = new Map<Operation, StripeFault[]>()
  const requests: {
    operation: Operation
    idempotencyKey: string | undefined
    body: Record<string, unknown>
  }[] = []

  async function execute(
    operation: Operation,
    request: Parameters<typeof perform>[1],
    fault: StripeFault | undefined,
  ) {
    await nextTurn()
    if (typeof fault === 'object') await fault.heldUntil
    if (fault === 'rate_limited') return TOO_MANY
    if (fault === 'odd_422') return NO_ENVELOPE
    if (fault === 'fails_before') return STRIPE_FAILURE
    try {
      const body = perform({ books, events: notifications.events }, request, { operation, fault })
      return fault === 'fails_after' ? STRIPE_FAILURE : { status: 200, isKept: true, body }
    } catch (refusal) {
      if (!(refusal instanceof StripeRefusal)) throw refusal
      return { status: refusal.status, isKept: refusal.isKept, body: { error: refusal.error } }
    }
  }

  async function answer(request: IncomingMessage) {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw new StripeRefusal(401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided.',
      })
    }
    const url = new URL(request.url ?? '/', 'http://double')
    const encoded = await text(request)
    const { operation, name, path } = findOperation(request.method ?? '', url.pathname)
    const query = parseNestedForm(url.search.slice(1))
    const { parsed, violation: unfit } = contract.judgeRequest(name, {
      path,
      query,
      body: parseNestedForm(encoded),
    })
    const isConfirmed = operation === 'confirm'
    const violation = unfit ?? (isConfirmed ? findMissingDetails(parsed.body) : undefined)
    note(violation)
    if (violation !== undefined) throw invalidRequest(violation)
    const key = request.headers['idempotency-key']
    const idempotencyKey = request.method === 'POST' && typeof key === 'string' ? key : undefined
    requests.push({ operation, idempotencyKey, body: parsed.body })
    const fault = faults.get(operation)?.shift() ?? chooseFault(operation)
    if (fault === 'resets_before' || fault === 'silent_before') return { fault }
    const sent = `${name} ${url.pathname} ${encoded}`
    const found = await answerOnce(idempotencyKey, sent, async () => {
      const done = await execute(operation, parsed, fault)
      const { status, body, isKept } = done
      const token = parsed.body['confirmation_token']
      if (request.method === 'POST')
        journal?.commit(books, {
          ...(typeof token === 'string' && { token }),
          ...(idempotencyKey !== undefined &&
            isKept && {
              kept: {
                key: idempotencyKey,
                request: sent,
                answer: JSON.stringify({ status, body }),
              },
            }),
        })
      return done
    })
    if (fault !== 'odd_422') note(contract.judgeAnswer(name, found))
    return { fault, found }
  }

  function send(
    response: ServerResponse,
    { status, body, isReplay }: { status: number; body: unknown; isReplay: boolean },
  ) {
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${crypto.randomUUID().slice(0, 8)}`,
        ...(isReplay && { 'idempotent-replayed': 'true' }),
      })
      .end(JSON.stringify(body))
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    try {
      const { fault, found } = await answer(request)
      if (fault === 'resets_before' || fault === 'resets_after') response.destroy()
      else if (found && fault !== 'silent_after') send(response, found)
    } catch (refusal) {
      if (!(refusal instanceof StripeRefusal)) throw refusal
      send(response, { status: refusal.status, body: { error: refusal.error }, isReplay: false })
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      note(`the double failed: ${String(error)}`)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    secretKey,
    webhookSecret,
    /** The settings of a service that uses it. */
    settings: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: url,
    },
    books,
    notifications,
    requests,
    confirmationTokenFor,
    forgetKeys,
    /** The next calls of that operation go wrong, one fault per call. */
    failNext(operation: Operation, ...next: StripeFault[]) {
      faults.set(operation, [...(faults.get(operation) ?? []), ...next])
    },
    /** Events of an earlier life that nobody accepted. */
    waiting: restored?.waiting ?? [],
    takeViolations: () => violations.splice(0),
    async close() {
      server.closeAllConnections()
      server.close()
      await notifications.settle()
      if (violations.length > 0)
        throw new Error(`Not as Stripe's description has it:\n${violations.join('\n')}`)
    },
  }
}
