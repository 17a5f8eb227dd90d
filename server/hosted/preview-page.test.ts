import { describe, expect, test } from 'vitest'
import type { Preview } from '../checkout/stores/branding.ts'
import { SOME_ASSETS as assets } from '../testing/some-widget-assets.ts'
import { renderPreview } from './preview-page.ts'

const frameUrl = 'https://frame.example/payment-frame'
const payments = {
  live: { provider: 'stripe', frameUrl, publishableKey: 'pk_live_1' },
  test: { provider: 'test', frameUrl },
} as const

function wordsOf(isTest: boolean) {
  const preview: Preview = {
    store: {
      name: 'Loom & Co',
      isTest,
      logoUrl: null,
      contactEmail: null,
      contactPhone: null,
      seller: null,
    },
    language: 'en',
    currency: 'EUR',
    branding: null,
    state: 'form',
    scheme: 'light',
  }
  const now = new Date('2026-11-21T09:30:00.000Z')
  const { html } = renderPreview({ assets, payments }, preview, now)
  return html
    .replace(/^[^]*<body>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

describe('decision 78: the preview', () => {
  test('the preview of a store that takes real money says nothing of tests', () => {
    const words = wordsOf(false)
    expect(words).toContain(' Payment ')
    expect(words).not.toMatch(/test mode|4242|no money/i)
  })

  test('the preview of a test store says that it is one', () => {
    expect(wordsOf(true)).toMatch(/Loom &amp; Co \(test\).* Card Test mode No money moves\./)
  })
})
