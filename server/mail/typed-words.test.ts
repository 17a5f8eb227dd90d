import { describe, expect, test } from 'vitest'
import { detailsInMail, nameInMail } from './typed-words.ts'

describe('decision 117: what a buyer has typed is no link in a mail', () => {
  test.each([
    'Ana Example',
    'J. R. Smith',
    'Dr. María-José O’Neill',
    'Łukasz Żółć jr.',
    'می\u200Cخواهم',
    '山田 太郎',
  ])('a name stays as it is: %s', (name) => {
    expect(nameInMail(name)).toBe(name)
  })

  test.each([
    'Win at https://evil.example',
    'WWW.evil',
    'go to evil.example now',
    't.me/evil',
    'ana@evil.example',
    'evil．example',
    'evil。example',
    'w\u200Dww.evil',
    'evil\u00AD name',
    'Ana \u202Elive',
    'Ana\nExample',
  ])('a name with an address, or with what nobody sees, is left out: %j', (name) => {
    expect(nameInMail(name)).toBeUndefined()
  })

  test('where to deliver is left out with an address, and its dots make no link', () => {
    expect(detailsInMail('Standard, Calle Mayor 1, 28013 Madrid')).toBe(
      'Standard, Calle Mayor 1, 28013 Madrid',
    )
    expect(detailsInMail('Standard, ul.Długa 5, flat 3.14')).toBe(
      'Standard, ul. Długa 5, flat 3.14',
    )
    expect(detailsInMail('Standard, evil。ex\u00ADample')).toBe('Standard, evil. example')
    for (const link of ['http://evil', 'www.evil', 'ana@evil', 'ｗｗｗ．evil'])
      expect(detailsInMail(`Standard, ${link}`)).toBeUndefined()
  })
})
