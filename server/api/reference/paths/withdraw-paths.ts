import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { HTML, OF_ANYBODY, otherAnswer } from '../described-answers.ts'

const OrderNumber = z.string().meta({ description: 'In any case, with or without its hyphen.' })

/** contract §7 */
export const WITHDRAW_PATHS: ZodOpenApiPathsObject = {
  '/withdraw': {
    get: {
      ...OF_ANYBODY,
      operationId: 'showWithdrawal',
      summary: 'Open the page of withdrawals',
      description:
        'Where buyers withdraw from a contract (Directive (EU) 2023/2673). It needs no script and sets no cookie.',
      requestParams: {
        query: z.object({
          order: OrderNumber.optional().meta({ description: 'Fills in the order number.' }),
          session: z.string().optional().meta({ description: 'The page names its store.' }),
          link: z.string().optional().meta({ description: 'Of a mail: opens the second step.' }),
          lang: z.string().optional().meta({ description: 'BCP 47.' }),
        }),
      },
      responses: {
        200: otherAnswer('The page.', HTML),
        410: otherAnswer('The link has expired; the page sends another one.', HTML),
      },
    },
    post: {
      ...OF_ANYBODY,
      operationId: 'withdraw',
      summary: 'Send its form',
      description:
        'The first time it says what is withdrawn, with `confirm` it withdraws: the event `order.withdrawn` is written, and the buyer is told on the page and by mail.',
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({
              order: OrderNumber,
              contact: z
                .string()
                .optional()
                .meta({ description: 'The email or phone of the order.' }),
              link: z.string().optional().meta({ description: 'Instead, that of a mail.' }),
              send: z.literal('1').optional().meta({
                description: 'Mails such a link to the address of the order, if it has one.',
              }),
              confirm: z.literal('1').optional().meta({ description: 'In the second step.' }),
            }),
          },
        },
      },
      responses: {
        200: otherAnswer('The next step, the acknowledgement, or why it is not possible.', HTML),
        410: otherAnswer('The link has expired; the page sends another one.', HTML),
        422: otherAnswer('No order has this number with this email or phone.', HTML),
        429: otherAnswer(
          'This network or this number was tried too often. Where the number was, the page mails a link.',
          HTML,
        ),
      },
    },
  },
}
