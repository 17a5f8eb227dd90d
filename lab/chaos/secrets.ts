/** What the services of a run are started with, and everybody who plays a part in it knows. */
export const PLATFORM_TOKEN = 'platform-token-of-the-whole-chaos-run'
export const TOKEN_SIGNING_KEY = 'signing key material of the chaos run'
