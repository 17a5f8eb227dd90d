import * as z from 'zod'

/** The address of a service, without query, fragment and the slash at its end. */
export const BaseAddress = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/[?#]/.test(value), 'must have neither query nor fragment')
  .transform((value) => value.replace(/\/+$/, ''))
