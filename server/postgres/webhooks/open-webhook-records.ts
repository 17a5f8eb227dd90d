import type {
  WebhookEndpointRecords,
  WebhookRecords,
} from '../../checkout/ports/webhook-records.ts'
import type { Pool } from '../database.ts'
import { recordDelivered, recordFailed } from './attempts.ts'
import { claim } from './claims.ts'
import {
  addTest,
  findDelivery,
  findWithDeliveries,
  listDeliveries,
  resend,
  resendFailed,
} from './deliveries.ts'
import {
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  rollSecret,
  updateEndpoint,
} from './endpoints.ts'
import { findReaders, findUnread, readOn } from './readers.ts'
import { sealAnew } from './sealing-anew.ts'

export const openWebhookRecords = (pool: Pool) =>
  ({
    createEndpoint: (endpoint) => createEndpoint(pool, endpoint),
    listEndpoints: (storeId) => listEndpoints(pool, storeId),
    findEndpoint: (name) => findEndpoint(pool, name),
    findWithDeliveries: (name, query) => findWithDeliveries(pool, name, query),
    findDelivery: (name) => findDelivery(pool, name),
    updateEndpoint: (name, change) => updateEndpoint(pool, name, change),
    deleteEndpoint: (name) => deleteEndpoint(pool, name),
    rollSecret: (name, secret) => rollSecret(pool, name, secret),
    addTest: (name, ids) => addTest(pool, name, ids),
    listDeliveries: (storeId, query) => listDeliveries(pool, storeId, query),
    resend: (name) => resend(pool, name),
    resendFailed: (name, failed) => resendFailed(pool, name, failed),
    findReaders: (storeIds) => findReaders(pool, storeIds),
    findUnread: (limit) => findUnread(pool, limit),
    readOn: (storeId, createDeliveryId) => readOn(pool, storeId, createDeliveryId),
    claim: (slots) => claim(pool, slots),
    recordDelivered: (attempt) => recordDelivered(pool, attempt),
    recordFailed: (attempt) => recordFailed(pool, attempt),
    sealAnew: (sealing: Parameters<typeof sealAnew>[1]) => sealAnew(pool, sealing),
  }) satisfies WebhookEndpointRecords & WebhookRecords & Record<string, unknown>
