import { en, type Messages } from './en.ts'

/**
 * The built script knows a text by its place in this list: the names would be a tenth of what it
 * loads.
 */
export const MESSAGE_KEYS: readonly string[] = Object.keys(en)

export const messageList = (messages: Messages) =>
  Object.keys(en).map((key) => messages[key as keyof Messages])

/**
 * Every language there is; the server and the build choose from these, the element loads the one it
 * needs.
 */
export const CATALOGUES: Readonly<Record<string, Messages>> = { en }
