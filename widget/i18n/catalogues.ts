import { en, type Messages } from './en.ts'

/**
 * The built script knows a text by its place in this list: the names would be a tenth of what it
 * loads.
 */
export const MESSAGE_KEYS: readonly string[] = Object.keys(en)

/** In the order of the keys; those that nobody needs there are empty. */
export const messageList = (messages: Messages, isNeeded = (_key: string) => true) =>
  Object.keys(en).map((key) => (isNeeded(key) ? messages[key as keyof Messages] : ''))

/** What the form says before anything has come of it; a merchant's page loads these first. */
export const isOfForm = (key: string) =>
  /^(?:page\.(?:back|loading|title)|summary\..*|contact\.(?:title|name|phone(?:\.hint)?|email)|field\.optional|delivery\.(?:title|method|place(?:\.hint)?)|card\.(?!page|unreachable$).*|payment\.pay|error\.broken)$/.test(
    key,
  )

/**
 * Every language there is; the server and the build choose from these, the element loads the one it
 * needs.
 */
export const CATALOGUES: Readonly<Record<string, Messages>> = { en }
