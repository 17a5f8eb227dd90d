import compression from 'compression'

/**
 * For pages whose length gives nothing away: the hosted page holds no secret beside what its reader
 * sent, and the store application's form tokens are masked anew in each page (docs/decisions/0037).
 */
export const compressed = compression()
