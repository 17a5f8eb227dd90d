import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../widget/i18n/catalogues.ts'
import { NOTICE_NAME, UNION_LANGUAGES } from '../../checkout/stores/guarantee-notice.ts'
import { toLine } from './finding.ts'
import { PAGE_LANGUAGES, judgeNotices } from './guarantee.ts'

const noticesIn = (languages: string) =>
  languages.split(' ').map((language) => ({
    language,
    shown: { url: 'https://pay.example/', width: 1, height: 1, text: language },
  }))

test('contract §1, doctor: every language of the Union that the page speaks is asked for', () => {
  const spoken = Object.keys(LANGUAGES).map((tag) => tag.slice(0, 2))
  expect(PAGE_LANGUAGES).toEqual([
    ...new Set(spoken.filter((tag) => UNION_LANGUAGES.includes(tag))),
  ])
})

test.each([
  [[], '', 'ok  GUARANTEE_NOTICES: no store sells to the Union'],
  [
    ['st_1', 'st_2'],
    '',
    '!!  GUARANTEE_NOTICES: not set, and st_1, st_2 must show the notice of the legal guarantee. See docs/guide/going-live.md.',
  ],
  [
    ['st_1'],
    'de en sv',
    '!!  GUARANTEE_NOTICES: none in es, fr, it, nl, pl, pt, which the page speaks. Add their files.',
  ],
  [['st_1'], 'de en es fr it nl pl pt', 'ok  GUARANTEE_NOTICES: one for each language of the page'],
])('contract §1, doctor: for stores %j with notices in "%s" it says so', (stores, there, line) => {
  const notices = there === '' ? [] : noticesIn(there)
  expect(toLine(judgeNotices(stores, notices))).toBe(line)
})

test('contract §1, doctor: a PDF alone and a notice without its words are named', () => {
  const notices = noticesIn('de en es fr it nl pl pt')
  const silent = notices.map(({ language, shown }) => ({
    language,
    shown: { ...shown, text: language === 'fr' ? NOTICE_NAME : shown.text },
  }))
  expect(toLine(judgeNotices(['st_1'], silent))).toContain('no words in fr. Add them as fr.txt')
  const { url, text } = silent[0]!.shown
  const linked = [...silent, { language: 'sv', shown: { url, text } }]
  expect(toLine(judgeNotices(['st_1'], linked))).toContain('only a PDF in sv. Add a picture')
})
