import * as z from 'zod'
import { text } from './fields.ts'
import { newName } from './names.ts'

/** Longer tags than any language needs (RFC 5646). */
const LONGEST_TAG = 35
export const MOST_LANGUAGES = 20

/** `pt-br` becomes `pt-BR`; undefined for what is no tag. */
export function canonicalTag(tag: string) {
  try {
    return tag.length > LONGEST_TAG ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** In the order in which PostgreSQL keeps the names of an object. */
const inOrder = (one: string, other: string) =>
  one.length - other.length || (one < other ? -1 : Number(one > other))

/** Words by language. The tags are canonical, and no two of them name the same language. */
const translationsOf = <Words>(words: z.ZodType<Words>) =>
  z
    .record(z.string(), words)
    .superRefine((given, context) => {
      const tags = Object.keys(given)
      const refuse = (message: string, ...path: string[]) =>
        context.addIssue({ code: 'custom', path, message })
      if (tags.length > MOST_LANGUAGES) refuse(`must have at most ${MOST_LANGUAGES} languages`)
      for (const [index, tag] of tags.entries()) {
        const canonical = canonicalTag(tag)
        if (canonical === undefined) refuse('must be named by a language tag, such as pt-BR', tag)
        else if (tags.slice(0, index).some((other) => canonicalTag(other) === canonical))
          refuse(`must be there once: it is ${canonical}, which is there already`, tag)
      }
    })
    .overwrite((given) =>
      Object.fromEntries(
        Object.entries(given)
          .map(([tag, each]) => [canonicalTag(tag) ?? tag, each] as const)
          .toSorted(([one], [other]) => inOrder(one, other)),
      ),
    )

const TAGS = `By BCP 47 tag, at most ${MOST_LANGUAGES}`

export const ProductWords = z.strictObject({
  name: newName(200).optional(),
  description: text(5000).optional(),
})
export type ProductWords = z.infer<typeof ProductWords>

export const ProductTranslations = translationsOf(
  ProductWords.refine(
    (words) => Object.keys(words).length > 0,
    'must have a name or a description',
  ),
).meta({
  id: 'ProductTranslations',
  description: `Its words in other languages. ${TAGS}. Buyers read those of the language of their page, such as \`pt-BR\`, or of it without its region, \`pt\`; what is missing there is in the default words.`,
  example: { fr: { name: 'Chemise en lin', description: 'Lin lavé, fait à Porto.' } },
})
export type ProductTranslations = z.infer<typeof ProductTranslations>

export const OptionTranslations = translationsOf(z.strictObject({ name: newName(120) })).meta({
  id: 'OptionTranslations',
  description: `Its name in other languages. ${TAGS}. What the pages of buyers read has none: the names there are in the page’s language.`,
  example: { fr: { name: 'Livraison standard' } },
})
export type OptionTranslations = z.infer<typeof OptionTranslations>
