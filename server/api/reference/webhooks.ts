import type { ZodOpenApiObject } from 'zod-openapi'
import { WebhookEvent, WebhookHeaders } from '../../contract/webhooks.ts'
import { body } from './described-answers.ts'

/** The webhooks that a merchant's server receives (contract §4). */
export const webhooks: NonNullable<ZodOpenApiObject['webhooks']> = {
  event: {
    post: {
      tags: ['Events'],
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description:
        'Sent to every webhook endpoint of the store that wants this type. Verify the signature with a library of [Standard Webhooks](https://www.standardwebhooks.com), ' +
        'answer 2xx within 15 s, then read the session: only that proves the payment. The same event may come more than once, with the same ' +
        '`webhook-id`, and events may come out of order. Without a 2xx it is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h ' +
        'and 24 h. 410 disables the endpoint. `Retry-After` counts up to the next step. Redirects are not followed.',
      security: [],
      requestParams: { header: WebhookHeaders },
      requestBody: body(WebhookEvent, {
        type: 'checkout.session.completed',
        timestamp: '2026-11-21T09:38:12.418Z',
        data: { sessionId: 'cs_8fT2kQ0vLx5RmZ9aWc3YhN7bUe4JpG1s', orderNumber: '7K3M9-QX2RT' },
      }),
      responses: {
        '2XX': { description: 'Taken: the event does not come again.' },
        410: { description: 'The endpoint is disabled.' },
      },
    },
  },
}
