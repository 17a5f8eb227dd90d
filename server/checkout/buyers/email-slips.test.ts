import { describe, expect, test } from 'vitest'
import { meantEmail } from './email-slips.ts'

describe('The buyer hears of it: a suggestion for the common slip', () => {
  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmail.co', 'ana@gmail.com'],
    ['ana@gmaill.com', 'ana@gmail.com'],
    ['Ana.B@Hotmial.com', 'Ana.B@hotmail.com'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@yahoo.co.uk', null],
    ['ana@mail.com', null],
    ['ana@ymail.com', null],
    ['ana@loom.example', null],
    ['ana@gmail', null],
    ['ana', null],
    ['a@b@gmial.com', null],
    ['', null],
  ])('%s: %s', (typed, meant) => {
    expect(meantEmail(typed)).toBe(meant)
  })
})
