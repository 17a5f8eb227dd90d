import type { Answer } from './http-call.ts'

export type FormFields = Record<string, string>

/** What a reader sees: without tags, with one space for many. */
export const textOf = ({ text }: Answer<unknown>) =>
  text
    .replaceAll(/<(style|script).*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The fields that a page's form sends without anybody typing. */
export const hiddenFields = ({ text }: Answer<unknown>): FormFields =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)" \/>/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
