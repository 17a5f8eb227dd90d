import * as z from 'zod'

/** Made and kept by the browser that pays; at least 128 random bits. */
export const ReceiptKey = z.string().regex(/^[\w-]{32,128}$/)

export const ReceiptKeyHeader = z.object({
  'Receipt-Key': ReceiptKey.optional().meta({
    description:
      'A random text of your own, 32 to 128 letters, digits, `-` or `_`. The one that comes with `pay` opens the full receipt for 24 h.',
  }),
})
