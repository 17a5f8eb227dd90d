import { expect, test } from 'vitest'
import { html } from '../../web/html.ts'
import { filterBar } from './list-page.ts'

const barOf = (fields: Record<string, string>) =>
  filterBar({
    path: '/store/sessions',
    typed: { fields },
    fields: [html`<b>status</b>`],
    more: { summary: 'Dates', names: ['from', 'to'], fields: [html`<b>days</b>`] },
  }).text

test('Store application, lists: a bar of filters has a way back only when the list is narrowed', () => {
  expect(barOf({ status: '', from: '' })).not.toContain('Clear filters')
  expect(barOf({ status: 'open' })).toContain('href="/store/sessions">Clear filters</a>')
})

test('Store application, lists: a bar of filters folds the rare ones until one is used', () => {
  expect(barOf({ status: 'open', from: '', to: '' })).toMatch(/<details\s*>/)
  expect(barOf({ to: '2026-11-21' })).toMatch(/<details open\s*>/)
})
