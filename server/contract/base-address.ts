import * as z from 'zod'

/** Where a service begins: no query, no fragment, no slash at its end. */
export const BaseAddress = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/[?#]/.test(value), 'must have neither query nor fragment')
  .transform((value) => value.replace(/\/+$/, ''))
