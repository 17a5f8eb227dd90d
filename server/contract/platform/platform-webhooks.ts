import * as z from 'zod'
import { EventType } from '../events.ts'
import { Cursor, Moment, PageQuery, Timestamp, WebAddress, requiredText, text } from '../fields.ts'

const WantedTypes = z
  .array(EventType)
  .min(1)
  .refine((types) => new Set(types).size === types.length, 'must not repeat a type')
  .meta({ description: 'Which events are sent. (Default at creation: all.)' })

const EndpointFields = {
  url: WebAddress.meta({
    description:
      'An https: URL with a public address. http: and this machine are allowed only while the service itself runs on a developer’s machine.',
  }),
  types: WantedTypes,
  description: requiredText(500),
}

export const CreateWebhookEndpointRequest = z
  .strictObject(EndpointFields)
  .partial({ types: true, description: true })
  .meta({ id: 'CreateWebhookEndpointRequest' })
export type CreateWebhookEndpointRequest = z.infer<typeof CreateWebhookEndpointRequest>

export const UpdateWebhookEndpointRequest = z
  .strictObject({ ...EndpointFields, enabled: z.boolean() })
  .partial()
  .meta({ id: 'UpdateWebhookEndpointRequest', description: 'Only what is sent changes.' })
export type UpdateWebhookEndpointRequest = z.infer<typeof UpdateWebhookEndpointRequest>

export const WebhookEndpoint = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    types: z.array(EventType),
    description: z.string().optional().meta({ description: 'There when one was given.' }),
    enabled: z.boolean().meta({
      description:
        'False when it was turned off, answered 410, or has only failed for five days. Then nothing is sent.',
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointList = z
  .strictObject({
    data: z.array(WebhookEndpoint).meta({ description: 'At most 10, oldest first.' }),
  })
  .meta({ id: 'WebhookEndpointList' })
export type WebhookEndpointList = z.infer<typeof WebhookEndpointList>

const Secret = z
  .string()
  .meta({ description: 'The secret that signs requests, `whsec_…`. It is never shown again.' })

export const CreateWebhookEndpointResponse = WebhookEndpoint.extend({ secret: Secret }).meta({
  id: 'NewWebhookEndpoint',
})
export type CreateWebhookEndpointResponse = z.infer<typeof CreateWebhookEndpointResponse>

/** A week. */
const MAX_OVERLAP_SECONDS = 604_800

export const RollWebhookSecretRequest = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(86_400).meta({
      description: 'How long requests are signed with the old secret, too.',
    }),
  })
  .meta({ id: 'RollWebhookSecretRequest' })

export const RollWebhookSecretResponse = z
  .strictObject({ secret: Secret })
  .meta({ id: 'RolledWebhookSecret' })
export type RollWebhookSecretResponse = z.infer<typeof RollWebhookSecretResponse>

export const TestWebhookResponse = z
  .strictObject({ deliveryId: z.string() })
  .meta({ id: 'TestWebhookResponse' })
export type TestWebhookResponse = z.infer<typeof TestWebhookResponse>

export const RecoverWebhooksRequest = z
  .strictObject({
    since: Moment.meta({
      description:
        'Deliveries that failed at this time or later are sent again; a date is its first moment in UTC.',
    }),
  })
  .meta({ id: 'RecoverWebhooksRequest' })

export const RecoverWebhooksResponse = z
  .strictObject({ count: z.int() })
  .meta({ id: 'RecoverWebhooksResponse' })
export type RecoverWebhooksResponse = z.infer<typeof RecoverWebhooksResponse>

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const WebhookDeliveryQuery = PageQuery.extend({
  endpoint: text(100).optional().meta({ description: 'Of this endpoint alone.' }),
  status: DeliveryStatus.optional().meta({ description: 'With this status alone.' }),
})
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>

export const DeliveryAttempt = z
  .strictObject({
    at: Timestamp,
    status: z.int().nullable().meta({ description: 'Null when there was no whole answer.' }),
    durationMs: z.int(),
    error: z.string().nullable().meta({
      description:
        'Why there was no answer: `timeout`, `name_not_found`, `address_not_allowed`, or a name of the system, such as `ECONNREFUSED`.',
    }),
  })
  .meta({ id: 'WebhookDeliveryAttempt' })
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const WebhookDelivery = z
  .strictObject({
    id: z.string(),
    eventId: z.string().meta({ description: 'The event’s id, in the header `webhook-id`.' }),
    type: z.string().meta({ description: 'The event’s type, or `endpoint.test`.' }),
    endpoint: z.string(),
    status: DeliveryStatus,
    attempts: z.array(DeliveryAttempt).meta({ description: 'Oldest first; the last 30.' }),
    nextAttemptAt: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryList = z
  .strictObject({ data: z.array(WebhookDelivery), nextCursor: Cursor })
  .meta({ id: 'WebhookDeliveryList' })
