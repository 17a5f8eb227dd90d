import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { aPicture } from '../testing/store/sample-pictures.ts'
import {
  aTestNoticeFolder,
  sampleNotice,
  sampleSvg,
  sampleWords,
} from '../testing/store/sample-notices.ts'
import { ConfigError } from './config-error.ts'

const read = (path: string) =>
  parseConfig({ CHECKOUT_URL: 'https://pay.example', GUARANTEE_NOTICES: path }).guaranteeNotices

const wordsOf = (language: string) => ({ [`${language}.txt`]: sampleWords(language) })
const sampleTwice = { ...sampleNotice('de'), 'de.png': await aPicture('png') }

describe('contract §8: GUARANTEE_NOTICES', () => {
  test('unset, there is none', () => {
    expect(parseConfig({}).guaranteeNotices).toEqual([])
  })

  test('a folder gives each language its picture, proportions, words, and where they lead', () => {
    const digest = hash('sha256', sampleSvg('de'), 'hex').slice(0, 10)
    const path = aTestNoticeFolder({ ...sampleNotice('de'), '.DS_Store': '', 'de.pdf': '%PDF' })
    const [notice, ...others] = read(path)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ language: 'de', name: `de-${digest}.svg` })
    expect(notice?.file.content.toString()).toBe(sampleSvg('de'))
    expect(notice?.shown).toEqual({
      url: `https://pay.example/guarantee/de-${digest}.svg`,
      width: 59528,
      height: 84189,
      text: 'Sample notice, de.\nMore: https://sample.example/de.',
      link: 'https://sample.example/de',
    })
  })

  test('a PNG and a WebP have the size of their pixels, and words need no address', async () => {
    const path = aTestNoticeFolder({
      'nl.png': await aPicture('png', { width: 30, height: 42 }),
      'nl.txt': 'Sample',
      'fr.webp': await aPicture('webp', { width: 60, height: 84 }),
      ...wordsOf('fr'),
    })
    const notices = read(path).toSorted((one, other) => one.language.localeCompare(other.language))
    expect(notices.map(({ shown: { width, height } }) => [width, height])).toEqual([
      [60, 84],
      [30, 42],
    ])
    expect(notices[1]?.shown).not.toHaveProperty('link')
  })

  test('an SVG may begin with a document type that has entities', () => {
    const svg = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n<!ENTITY ns "http://www.w3.org/2000/svg">\n]>\n<svg xmlns="&ns;" viewBox="0 0 5 7"/>`
    const path = aTestNoticeFolder({ 'de.svg': svg, ...wordsOf('de') })
    expect(read(path)[0]?.shown.width).toBe(500)
  })

  test.each([
    ['width="30mm" height="42mm"', 3000, 4200],
    ['', 30_000, 15_000],
  ])('an SVG with %j for a size has that of browsers', (size, width, height) => {
    const path = aTestNoticeFolder({ 'de.svg': sampleSvg('de', size) })
    expect(read(path)[0]?.shown).toMatchObject({ width, height })
  })

  test('without its words a notice has a name; a PDF alone is linked to', () => {
    const path = aTestNoticeFolder({ 'de.svg': sampleSvg('de'), 'nl.pdf': '%PDF-1.7' })
    const notices = read(path).toSorted((one, other) => one.language.localeCompare(other.language))
    expect(notices.map(({ shown }) => shown.text)).toEqual([
      'Legal guarantee of conformity',
      'Legal guarantee of conformity',
    ])
    expect(notices[1]?.name).toMatch(/^nl-.*\.pdf$/)
    expect(notices[1]?.shown).not.toHaveProperty('width')
  })

  test.each<[string, Record<string, string | Uint8Array>, RegExp]>([
    ['nothing', {}, /has no notice such as de\.svg$/],
    ['words alone', wordsOf('de'), /has no notice/],
    ['two pictures', sampleTwice, /two pictures of one language: de\.(png|svg), de\.(png|svg)$/],
    ['no language of the Union', sampleNotice('gr'), /gr\.svg must be named as de\.svg/],
    ['another name', { 'notice_DE.svg': '' }, /notice_DE\.svg must be named as/],
    [
      'HTML',
      { ...wordsOf('de'), 'de.svg': '<html></html>' },
      /de\.svg must be a picture of type svg/,
    ],
    ['no room', { 'de.svg': sampleSvg('de', 'viewBox="0 0 0 5"') }, /de\.svg must be a picture/],
    ['a false PDF', { 'de.pdf': 'words' }, /de\.pdf must be a PDF/],
    [
      'no namespace, so that no browser shows it',
      { ...wordsOf('de'), 'de.svg': '<svg viewBox="0 0 1 1"></svg>' },
      /de\.svg must be a picture/,
    ],
    ['a false PNG', { ...wordsOf('de'), 'de.png': sampleSvg('de') }, /de\.png must be a picture/],
    [
      'a PNG that ends too early',
      { ...wordsOf('de'), 'de.png': Buffer.from('89504e470d0a1a0a0000', 'hex') },
      /de\.png must be a picture of type png with a size/,
    ],
    ['a false WebP', { ...wordsOf('de'), 'de.webp': 'RIFF0000WEBP' }, /de\.webp must be a picture/],
    [
      'a picture that is too large',
      { ...wordsOf('de'), 'de.svg': sampleSvg('de').padEnd(2 * 1024 ** 2 + 1) },
      /de\.svg must be a picture .*, of 2097152 bytes at most$/,
    ],
    ['empty words', { ...sampleNotice('de'), 'de.txt': ' \n' }, /de\.txt must be its words/],
    ['too many words', { ...sampleNotice('de'), 'de.txt': 'x'.repeat(4001) }, /de\.txt must be/],
    [
      'words in another encoding',
      { ...sampleNotice('de'), 'de.txt': Buffer.from('Gewähr', 'latin1') },
      /de\.txt must be its words, 1 to 4,000 letters in UTF-8/,
    ],
  ])('a folder with %s stops the start, and the file is named', (_what, files, message) => {
    const path = aTestNoticeFolder(files)
    expect(() => read(path)).toThrow(ConfigError)
    expect(() => read(path)).toThrow(message)
    expect(() => read(path)).toThrow(/^GUARANTEE_NOTICES: /)
  })

  test('a folder that is not there stops the start', () => {
    expect(() => read('/none')).toThrow(/^GUARANTEE_NOTICES: ENOENT: .*'\/none'$/)
  })
})
