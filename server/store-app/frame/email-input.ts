import { html } from './html.ts'

/**
 * For an address in whatever letters: of a field of type `email` browsers refuse some and rewrite
 * others.
 */
export const EMAIL_INPUT = html`type="text" inputmode="email" autocapitalize="none"
spellcheck="false"`
