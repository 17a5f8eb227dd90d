import { digitsOf } from '../form/latin-digits.ts'
import type { FrameText } from '../i18n/frame-en.ts'
import type { FrameTexts } from '../i18n/language.ts'
import type { CardField } from '../session/checkout-state.ts'
import { brandOf } from './card-number.ts'
import { cardProblemOf, codeHint } from './card-problems.ts'

/** The fields of a card, and what may be said at them. */
export type CardFields = {
  inputs: Record<CardField, HTMLInputElement>
  texts: FrameTexts
  /** Whether the card was declined, and its number has not changed since. */
  isDeclined?: boolean | undefined
}

const element = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type

export const numberIn = ({ inputs }: CardFields) => digitsOf(inputs.number.value)

export const brandIn = (card: CardFields) => brandOf(numberIn(card))

/**
 * Shows a text at the field, or that nothing is wrong but a decline, of which the page around speaks.
 * Screen readers say it if `judge` has made it live.
 */
export function show(card: CardFields, field: CardField, text?: FrameText) {
  const message = text ? card.texts[text] : ''
  const isDeclined = field === 'number' && card.isDeclined
  element(`${field}-error`).textContent = message
  card.inputs[field].ariaInvalid = message || isDeclined ? 'true' : null
  return message
}

/**
 * Shows what is wrong with the field. `off` when the page around has asked, since that page says
 * all of it by itself.
 */
export function judge(card: CardFields, field: CardField, live: 'off' | 'polite') {
  element(`${field}-error`).ariaLive = live
  return show(card, field, cardProblemOf(field, card.inputs[field].value, numberIn(card)))
}

export function showCard(card: CardFields) {
  const brand = brandIn(card)
  for (const { id, style } of document.querySelectorAll('g'))
    style.opacity = brand && id !== brand ? '.3' : ''
  element('cvc-hint').textContent = card.texts[codeHint(numberIn(card))]
}

export function showValid(valid: boolean) {
  element('valid').hidden = !valid
}
