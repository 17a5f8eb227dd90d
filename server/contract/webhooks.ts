import * as z from 'zod'
import { EventType, StoreEvent } from './events.ts'
import { Timestamp } from './fields.ts'

/** contract §4: the body of a webhook request. */
export const WebhookEvent = z
  .strictObject({
    type: z
      .union([EventType, z.literal('endpoint.test')])
      .meta({ description: '`endpoint.test` was asked for; nothing has happened.' }),
    timestamp: Timestamp.meta({ description: 'When it happened.' }),
    data: z.union([StoreEvent.shape.data, z.strictObject({ endpoint: z.string() })]).meta({
      description: 'As in the event log; for `endpoint.test` the endpoint’s id.',
    }),
  })
  .meta({ id: 'WebhookEvent' })

export const WebhookHeaders = z.object({
  'webhook-id': z.string().meta({ description: 'The event’s id: take each once.' }),
  'webhook-timestamp': z.string().meta({ description: 'When it was sent, in seconds.' }),
  'webhook-signature': z.string().meta({
    description: '`v1,…`; two, with a space between, while the secret is being changed.',
  }),
})
