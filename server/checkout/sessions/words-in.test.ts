import { describe, expect, test } from 'vitest'
import { aCompleteSession } from '../../testing/cache-contract.ts'
import { collectionPointOf } from './collection.ts'
import { sessionIn, wordsIn } from './words-in.ts'

const MUG = {
  name: 'Mug',
  description: 'Stoneware',
  translations: {
    pt: { name: 'Caneca', description: 'De grés' },
    'pt-BR': { name: 'Xícara' },
    'zh-Hant': { name: '馬克杯' },
    de: { description: 'Steingut' },
  },
}

describe('contract §8: the words of a page’s language', () => {
  test.each([
    ['pt-BR', { name: 'Xícara', description: 'De grés' }],
    ['pt-PT', { name: 'Caneca', description: 'De grés' }],
    ['pt', { name: 'Caneca', description: 'De grés' }],
    ['zh-Hant-TW', { name: '馬克杯', description: 'Stoneware' }],
    ['zh-TW', { name: 'Mug', description: 'Stoneware' }],
    ['de-AT', { name: 'Mug', description: 'Steingut' }],
    ['fr', { name: 'Mug', description: 'Stoneware' }],
    ['', { name: 'Mug', description: 'Stoneware' }],
    ['constructor', { name: 'Mug', description: 'Stoneware' }],
  ])(
    'the nearest words are taken, each by itself, and none of another language: %s',
    (tag, words) => {
      expect(wordsIn(MUG, tag)).toEqual(words)
    },
  )
})

const POST = { id: 'post', name: 'Post', fee: 490, translations: { fr: { name: 'La Poste' } } }
const SHOP = {
  id: 'shop',
  name: 'Collect',
  fee: 0,
  kind: 'collection' as const,
  place: { name: 'Loom', address: 'Calle Luna 4' },
  translations: { fr: { name: 'Retrait' } },
}

function ordered(details: string, deliveryOption: string | null) {
  const session = aCompleteSession()
  const { order } = session
  return {
    ...session,
    deliveryOption,
    quote: {
      ...session.quote,
      itemTranslations: { fr: { name: 'Chemise' } },
      deliveryOptions: [POST, SHOP],
    },
    order: order && { ...order, fulfillment: { ...order.fulfillment, details } },
  } as typeof session
}

const namesIn = (session: ReturnType<typeof ordered>, language: string) =>
  sessionIn(session, language).quote.deliveryOptions.map(({ name }) => name)

describe('contract §8: a session in one language', () => {
  test('it carries the words of that language alone', () => {
    const { quote } = sessionIn(ordered('Post, Calle Mayor 1', 'post'), 'fr')
    expect(quote.productName).toBe('Chemise')
    expect(JSON.stringify(quote)).not.toContain('ranslations')
  })

  test('the option of an order keeps the name that its buyer read, on a page of any language', () => {
    for (const id of ['post', null]) {
      expect(namesIn(ordered('La Poste, Rue 1', id), 'en')).toEqual(['La Poste', 'Collect'])
      expect(namesIn(ordered('Post, Rue 1', id), 'fr')).toEqual(['Post', 'Retrait'])
      expect(namesIn(ordered('•••', id), 'fr')).toEqual([id ? 'Post' : 'La Poste', 'Retrait'])
    }
  })

  test('an order that is collected is one in every language', () => {
    expect(collectionPointOf([POST, SHOP], 'Retrait, Loom, Calle Luna 4')).toEqual(SHOP.place)
    expect(collectionPointOf([POST, SHOP], 'Retrait, Loom')).toBeUndefined()
  })
})
