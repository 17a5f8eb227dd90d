import { EventType } from '../../contract/events.ts'
import type { WebhookDelivery, WebhookEndpoint } from '../../contract/platform/platform-webhooks.ts'

export const webhookEndpoint: WebhookEndpoint = {
  id: 'we_3nV8kQ0vLx5RmZ9aWc3YhN7b',
  url: 'https://shop.example/webhooks',
  types: EventType.options,
  enabled: true,
  createdAt: '2026-11-21T09:00:00.000Z',
}

export const webhookDelivery: WebhookDelivery = {
  id: 'whd_Vbgs1FU00t7WqLm2XcRz9HkP',
  eventId: 'evt_Vbgs1FU009f2c41d07be8a6c5d3f1e024',
  type: 'checkout.session.completed',
  endpoint: webhookEndpoint.id,
  status: 'delivered',
  attempts: [{ at: '2026-11-21T09:38:12.512Z', status: 204, durationMs: 84, error: null }],
  nextAttemptAt: null,
}
