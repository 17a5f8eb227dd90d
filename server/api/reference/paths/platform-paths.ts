import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { PageQuery } from '../../../contract/fields.ts'
import {
  CreateStoreRequest,
  CreateStoreResponse,
  KeyKind,
  ListedStore,
  StoreList,
  StoreResource,
  UpdateStoreRequest,
} from '../../../contract/platform/platform.ts'
import {
  EndSecondFactorRequest,
  EndSecondFactorResponse,
  InviteMemberRequest,
  InviteMemberResponse,
  ResetPasswordRequest,
  ResetPasswordResponse,
} from '../../../contract/platform/platform-members.ts'
import {
  RegenerateKeyRequest,
  RegenerateKeyResponse,
} from '../../../contract/platform/platform-keys.ts'
import {
  BODY_ERRORS,
  TOKEN_ERRORS,
  answer,
  body,
  errors,
  storePath,
  STORE_ERRORS,
  ofPlatform,
} from '../described-answers.ts'
import * as examples from '../examples.ts'

/** contract §4: for the operator or a platform that owns stores, products and plans. */
export const platformPaths: ZodOpenApiPathsObject = {
  '/platform/v1/stores': {
    get: ofPlatform({
      operationId: 'listStores',
      summary: 'List the stores',
      description: 'Newest first, closed ones too.',
      requestParams: { query: PageQuery },
      responses: {
        200: answer('One page.', {
          schema: StoreList,
          example: { data: [examples.listedStore()], nextCursor: null },
        }),
        ...errors(...TOKEN_ERRORS),
      },
    }),
    post: ofPlatform({
      operationId: 'createStore',
      summary: 'Create a store',
      description:
        'Creates a store with its two keys. Without `deliveryOptions` it delivers free of charge.',
      requestBody: body(CreateStoreRequest, examples.createStore),
      responses: {
        201: answer('The store. This is the only answer that holds both keys.', {
          schema: CreateStoreResponse,
          example: { ...examples.store, keys: { public: 'pk_live_…', secret: 'sk_live_…' } },
        }),
        ...errors(...TOKEN_ERRORS, ...BODY_ERRORS, 'email_taken'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}': {
    get: ofPlatform({
      operationId: 'getStore',
      summary: 'Get a store',
      description: 'A store’s settings, without its keys.',
      requestParams: { path: storePath },
      responses: {
        200: answer('The store.', { schema: StoreResource, example: examples.store }),
        ...errors(...STORE_ERRORS),
      },
    }),
    patch: ofPlatform({
      operationId: 'updateStore',
      summary: 'Update a store',
      description:
        'Changes what is sent and keeps the rest. Open sessions keep their price, currency and delivery options. The currency is ' +
        'fixed once there is an order.',
      requestParams: { path: storePath },
      requestBody: body(UpdateStoreRequest, { plan: 'basic' }),
      responses: {
        200: answer('The store as it is now.', {
          schema: StoreResource,
          example: { ...examples.store, plan: 'basic' },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'currency_fixed'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/close': {
    post: ofPlatform({
      operationId: 'closeStore',
      summary: 'Close a store',
      description:
        'Closes the store for good: new sessions are refused (403 `store_closed`), and open ones expire now. A payment under way goes on. ' +
        'The store’s keys can still read, and its members can still see and refund orders. A second call changes nothing.',
      requestParams: { path: storePath },
      responses: {
        200: answer('The closed store.', {
          schema: ListedStore,
          example: { ...examples.listedStore(), closedAt: '2026-11-22T09:00:00.000Z' },
        }),
        ...errors(...STORE_ERRORS),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/members': {
    post: ofPlatform({
      operationId: 'inviteMember',
      summary: 'Add a member',
      description:
        'Invites somebody to the store application: an owner or staff. The link works for 7 days, once; inviting the address again ends the earlier link.',
      requestParams: { path: storePath },
      requestBody: body(InviteMemberRequest, { email: 'ana@shop.example', role: 'owner' }),
      responses: {
        201: answer('The link. Hand it to the invited one alone.', {
          schema: InviteMemberResponse,
          example: { invitationUrl: 'https://checkout.example/store/join/…' },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'email_taken'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/keys/{kind}/regenerate': {
    post: ofPlatform({
      operationId: 'regenerateKey',
      summary: 'Regenerate a key',
      description:
        'Replaces one of the store’s keys. The old one stops working at once, or after `graceSeconds`, during which both work. ' +
        'Only one old key of a kind works beside the new one: an even older one stops at once.',
      requestParams: {
        path: storePath.extend({
          kind: KeyKind.meta({ description: 'Which of the two keys.', example: 'secret' }),
        }),
      },
      requestBody: { ...body(RegenerateKeyRequest, { graceSeconds: 86_400 }), required: false },
      responses: {
        200: answer('The new key, shown this once.', {
          schema: RegenerateKeyResponse,
          example: { key: 'sk_live_…' },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'not_found'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/members/password-reset': {
    post: ofPlatform({
      operationId: 'resetMemberPassword',
      summary: 'Reset a member’s password',
      description:
        'Issues a link with which a member of the store application chooses a new password. It works once, for an hour, and ends ' +
        'the member’s earlier link. The old password works until the new one is set.',
      requestParams: { path: storePath },
      requestBody: body(ResetPasswordRequest, { email: 'ana@shop.example' }),
      responses: {
        201: answer('The link. Give it to the member only: it opens the account.', {
          schema: ResetPasswordResponse,
          example: {
            url: 'https://checkout.example/store/reset-password/…',
            expiresAt: '2026-11-21T10:38:00.000Z',
          },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'member_not_found'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/members/second-factor/end': {
    post: ofPlatform({
      operationId: 'endMemberSecondFactor',
      summary: 'End a member’s second factor',
      description:
        'For a member who has lost both the authenticator app and the recovery codes. After this the password alone opens the account. ' +
        'The member is signed out everywhere and gets a mail. First make sure who is asking.',
      requestParams: { path: storePath },
      requestBody: body(EndSecondFactorRequest, { email: 'ana@shop.example' }),
      responses: {
        200: answer('The member without a second factor.', {
          schema: EndSecondFactorResponse,
          example: { email: 'ana@shop.example', hadSecondFactor: true },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'member_not_found'),
      },
    }),
  },
}
