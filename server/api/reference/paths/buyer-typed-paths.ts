import type { ZodOpenApiPathsObject } from 'zod-openapi'
import type { ErrorCode } from '../../../checkout/errors.ts'
import { EmailSuggestion, EmailSuggestionRequest } from '../../../contract/buyer-email.ts'
import { PhoneRequest, PhoneResponse } from '../../../contract/buyer.ts'
import {
  BODY_ERRORS,
  RATE_LIMIT,
  answer,
  body,
  buyerErrors,
  sessionPath,
} from '../described-answers.ts'

export const PAGE_ERRORS = [
  'session_not_found',
  'origin_not_allowed',
  'rate_limited',
  'internal_error',
  'busy',
] as const satisfies ErrorCode[]
export const TOKEN_ERRORS = ['invalid_token', ...PAGE_ERRORS] as const satisfies ErrorCode[]

export const ofBuyer = {
  tags: ['Buyer API'],
  security: [{ buyerToken: [] }],
  requestParams: { path: sessionPath },
}

/** What helps the buyer while they type. */
export const TYPED_PATHS: ZodOpenApiPathsObject = {
  '/{id}/phone': {
    post: {
      ...ofBuyer,
      operationId: 'completePhone',
      summary: 'Complete a phone number',
      description:
        'Adds the country’s code to what the buyer has typed. Nothing is kept: `pay` sends what the buyer then sees. A session may ask ten times at once, then once a second.',
      requestBody: body(PhoneRequest, { phone: '612 34 56 78', country: 'ES' }),
      responses: {
        200: answer(
          'The number.',
          { schema: PhoneResponse, example: { phone: '+34 612 34 56 78' } },
          RATE_LIMIT,
        ),
        ...buyerErrors(...TOKEN_ERRORS, ...BODY_ERRORS),
      },
    },
  },
  '/{id}/email-suggestion': {
    post: {
      ...ofBuyer,
      operationId: 'suggestEmail',
      summary: 'Suggest an email address',
      description: 'Knows common slips. Nothing is kept, and no address is refused for it.',
      requestBody: body(EmailSuggestionRequest, { email: 'ana@gmial.com' }),
      responses: {
        200: answer(
          'What was probably meant.',
          { schema: EmailSuggestion, example: { email: 'ana@gmail.com' } },
          RATE_LIMIT,
        ),
        ...buyerErrors(...TOKEN_ERRORS, ...BODY_ERRORS),
      },
    },
  },
}
