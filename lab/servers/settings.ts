export const PLATFORM_TOKEN = 'platform-token-of-a-service-in-the-lab'
export const TOKEN_SIGNING_KEY = 'signing key material of a service in the lab'

/** Of a service behind a proxy, which the run plays: `X-Forwarded-For` is the client's address. */
export const SETTINGS = {
  NODE_ENV: 'test',
  PLATFORM_TOKEN,
  TOKEN_SIGNING_KEY,
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
}

/** Limits that no client of a run reaches. */
export const NO_LIMITS = { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' }
