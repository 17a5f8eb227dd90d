import { StripeRefusal } from './stripe-refusal.ts'

type Work = () => Promise<{ status: number; body: unknown; isKept: boolean }>
export type Answer = { status: number; body: unknown; isReplay: boolean }

/** The request that a key was used for, and its answer as text. */
export type KeptAnswer = { key: string; request: string; answer: string }

/**
 * Keeps answers by idempotency key (https://docs.stripe.com/api/idempotent_requests). The same
 * request gets the first answer again, also refusals and 500s. Another request with the key, or one
 * at the same moment, is refused. `isKept: false` frees the key.
 */
export function openIdempotentAnswers() {
  const kept = new Map<string, { request: string; answer: string | undefined }>()

  async function answerOnce(key: string | undefined, request: string, work: Work): Promise<Answer> {
    if (key === undefined) return { ...(await work()), isReplay: false }
    const before = kept.get(key)
    if (before && before.request !== request) {
      const message = `The key '${key}' was first used with other parameters.`
      throw new StripeRefusal(400, { type: 'idempotency_error', message })
    }
    if (before?.answer !== undefined)
      return { ...(JSON.parse(before.answer) as { status: number; body: unknown }), isReplay: true }
    if (before) {
      throw new StripeRefusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this idempotency key.',
      })
    }
    kept.set(key, { request, answer: undefined })
    const { status, body, isKept } = await work()
    if (isKept) kept.set(key, { request, answer: JSON.stringify({ status, body }) })
    else kept.delete(key)
    return { status, body, isReplay: false }
  }

  return {
    answerOnce,
    /** As after 24 hours. */
    forgetKeys(isOld: (key: string) => boolean = () => true) {
      for (const key of kept.keys()) if (isOld(key)) kept.delete(key)
    },
    keep({ key, ...answered }: KeptAnswer) {
      kept.set(key, answered)
    },
  }
}
