import { describe, expect, test } from 'vitest'
import { errorsOf, openCatalogue, pathOf } from '../../testing/store/store-catalogue.ts'

const { merchant } = await openCatalogue()

/** The fields of the form as the page has them, with these changed. */
async function edit(slug: string, fields: Record<string, string>) {
  const { text } = await merchant.get(`/${slug}/edit`)
  const sent = [
    ...text.matchAll(/<input type="hidden" name="(was_\w+|translations)" value="([^"]*)"/g),
  ]
  const was = Object.fromEntries(
    sent.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]),
  )
  const first = Object.fromEntries(
    Object.entries(was).map(([name, value]) => [name.replace(/^was_/, ''), value]),
  )
  const rows = [1, 2, 3].map((row) => ({
    [`language-${row}`]: new RegExp(
      `name="language-${row}"[^]*?<option(?: value="([^"]*)")? selected>([^<]*)`,
    ).exec(text)?.[1],
    [`translated-name-${row}`]: new RegExp(`name="translated-name-${row}" value="([^"]*)"`).exec(
      text,
    )?.[1],
    [`translated-description-${row}`]: new RegExp(
      `name="translated-description-${row}"[^>]*>\n([^<]*)<`,
    ).exec(text)?.[1],
  }))
  const shown = Object.fromEntries(
    rows.flatMap((row) => Object.entries(row)).map(([name, value = '']) => [name, value]),
  )
  return merchant.post(`/${slug}/edit`, { ...was, ...first, ...shown, ...fields })
}

const wordsOf = async (slug: string) => (await merchant.find(slug)).translations

describe('Store application, Products: other languages', () => {
  test('a product is made with words in other languages, without script', async () => {
    const made = await merchant.create({
      slug: 'mug',
      'language-1': 'fr',
      'translated-name-1': ' Tasse ',
      'translated-description-1': 'En grès',
    })
    expect(pathOf(made)).toBe('/mug')
    expect(await wordsOf('mug')).toEqual({ fr: { name: 'Tasse', description: 'En grès' } })
  })

  test('the form has a row for each language and an empty one; what is not touched stays', async () => {
    const { text } = await merchant.get('/mug/edit')
    expect(text.match(/name="language-\d"/g)).toEqual(['name="language-1"', 'name="language-2"'])
    await edit('mug', { 'language-2': 'pt-BR', 'translated-name-2': 'Caneca' })
    const both = { fr: { name: 'Tasse', description: 'En grès' }, 'pt-BR': { name: 'Caneca' } }
    expect(await wordsOf('mug')).toEqual(both)
    await edit('mug', { price: '9.00' })
    expect(await wordsOf('mug')).toEqual(both)
    await edit('mug', { 'translated-name-1': '', 'translated-description-1': '' })
    expect(await wordsOf('mug')).toEqual({ 'pt-BR': { name: 'Caneca' } })
  })

  test('words without a language, and a language that is there twice, are named', async () => {
    const refused = await edit('mug', {
      'language-2': '',
      'translated-name-2': 'Tasse',
      'language-3': 'pt-BR',
      'translated-name-3': 'Caneca',
    })
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        'language-2': 'Choose the language of these words.',
        'language-3': 'Brazilian Portuguese is there twice: empty one of them.',
      },
    ])
    const long = await edit('mug', { 'language-2': 'fr', 'translated-name-2': 'x'.repeat(201) })
    expect(errorsOf(long)).toEqual({
      'translated-name-2': 'The name must be at most 200 characters.',
    })
    expect(await wordsOf('mug')).toEqual({ 'pt-BR': { name: 'Caneca' } })
  })

  test('a language that has no name is shown by its tag, and what is none is refused', async () => {
    const refused = await edit('mug', { 'language-2': '..', 'translated-name-2': 'Tasse' })
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { 'language-2': 'Choose the language of these words.' },
    ])
    await edit('mug', { 'language-2': 'qaa-x-loom', 'translated-name-2': 'Mok' })
    const { text } = await merchant.get('/mug/edit')
    expect(text).toMatch(/<option value="qaa-x-loom" selected>qaa/)
  })
})
