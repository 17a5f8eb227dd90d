import type { Answer } from '../http-call.ts'

export type FormFields = Record<string, string>

/** The visible text, without tags and repeated spaces. */
export const textOf = ({ text }: Answer<unknown>) =>
  text
    .replaceAll(/<(style|script).*?<\/\1>|<wbr \/>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The hidden fields of a page's form. */
export const hiddenFields = ({ text }: Answer<unknown>): FormFields =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)" \/>/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
