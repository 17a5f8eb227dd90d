import type { ProductTranslations } from '../../contract/translations.ts'
import { optionOf } from '../orders/order-delivery.ts'
import type { Offer } from './buy-link.ts'
import { nameRead } from './collection.ts'
import type { CheckoutSession, Quote } from './session.ts'

type WithTranslations = { translations?: Record<string, object> | null | undefined }

/**
 * The words of one language alone (BCP 47): its own, else those of it without region and script,
 * else the default ones.
 */
export function wordsIn<Words extends WithTranslations>(
  { translations, ...words }: Words,
  language: string,
): Omit<Words, 'translations'> {
  const parts = language.split('-')
  const tags = parts.map((_, index) => parts.slice(0, index + 1).join('-'))
  return Object.assign({}, words, ...tags.map((tag) => translations?.[tag]))
}

export const offerIn = ({ product, ...offer }: Offer, language: string): Offer => ({
  ...offer,
  product: { ...wordsIn(product, language), translations: {} satisfies ProductTranslations },
})

type OfferNames = Pick<Quote, 'productName' | 'itemTranslations' | 'deliveryOptions'>

export const quoteIn = <Shown extends OfferNames>(
  { itemTranslations: translations, ...quote }: Shown,
  language: string,
): Omit<Shown, 'itemTranslations'> => ({
  ...quote,
  productName: wordsIn({ name: quote.productName, translations }, language).name,
  deliveryOptions: quote.deliveryOptions.map((option) => wordsIn(option, language)),
})

/** The option of an order keeps the name that its buyer read, because the details begin with it. */
export function sessionIn<Session extends CheckoutSession>(
  session: Session,
  language: string,
): Session {
  const { order } = session
  const quote = quoteIn(session.quote, language)
  const ordered = order && optionOf(session, order)
  if (!ordered) return { ...session, quote }
  const name = nameRead(ordered, order.fulfillment.details) ?? ordered.name
  const deliveryOptions = quote.deliveryOptions.map((option) =>
    option.id === ordered.id ? { ...option, name } : option,
  )
  return { ...session, quote: { ...quote, deliveryOptions } }
}
