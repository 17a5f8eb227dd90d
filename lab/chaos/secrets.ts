/** The secrets of a run, for its services and everybody who plays a part. */
export const PLATFORM_TOKEN = 'platform-token-of-the-whole-chaos-run'
export const TOKEN_SIGNING_KEY = 'signing key material of the chaos run'
