import { en, type Messages } from './en.ts'

/**
 * The built script knows a text by its place in this list: the names would be a tenth of what it
 * loads.
 */
export const MESSAGE_KEYS: readonly string[] = Object.keys(en)

/** In the order of the keys; those that nobody needs there are empty. */
export const messageList = (messages: Messages, isNeeded = (_key: string) => true) =>
  Object.keys(en).map((key) => (isNeeded(key) ? messages[key as keyof Messages] : ''))

/**
 * Every language there is; the server and the build choose from these, the element loads the one it
 * needs.
 */
export const CATALOGUES: Readonly<Record<string, Messages>> = { en }
