import { expect, test } from 'vitest'
import { ERROR_CATALOGUE, type ErrorCode } from './errors.ts'

/** spec §7 and contract §3, §4 and §5: clients decide by the status. */
const STATUSES: Record<number, ErrorCode[]> = {
  400: ['agreement_required', 'invalid_request', 'variant_not_found', 'invalid_notification'],
  401: ['missing_api_key', 'invalid_api_key', 'invalid_platform_token', 'invalid_token'],
  402: ['payment_declined'],
  403: ['plan_required', 'seller_required', 'origin_not_allowed', 'store_closed'],
  404: [
    'order_not_found',
    'product_not_found',
    'session_not_found',
    'not_found',
    'store_not_found',
    'member_not_found',
    'webhook_endpoint_not_found',
    'webhook_delivery_not_found',
  ],
  405: ['method_not_allowed'],
  409: [
    'not_restartable',
    'refund_too_large',
    'payment_disputed',
    'sold_out',
    'insufficient_stock',
    'session_not_open',
    'email_taken',
    'currency_fixed',
    'payment_in_progress',
    'session_expired',
    'session_complete',
    'webhook_endpoint_disabled',
    'too_many_webhook_endpoints',
  ],
  412: ['product_changed'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  421: ['misdirected_request'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['busy', 'payments_unavailable'],
}

test('spec §7: every error has its status', () => {
  const expected = Object.entries(STATUSES).flatMap(([status, codes]) =>
    codes.map((code) => [code, Number(status)]),
  )
  const actual = Object.entries(ERROR_CATALOGUE).map(([code, { status }]) => [code, status])
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected))
})
