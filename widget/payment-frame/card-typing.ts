import { digitsOf } from '../form/latin-digits.ts'
import type { CardField } from '../session/checkout-state.ts'
import { watchPointer } from '../form/watch-pointer.ts'
import { judge, numberIn, showCard, showValid, type CardFields } from './card-fields.ts'
import { formatNumber } from './card-number.ts'
import { formatExpiry, parseExpiry, withSlash } from './expiry.ts'

/** Only the inputs of the form send these events, and their ids are their names here. */
const fieldOf = ({ target }: Event) => (target as HTMLInputElement).id as CardField

function format(card: CardFields, field: CardField, event: Event) {
  const input = card.inputs[field]
  const caret = input.selectionStart ?? input.value.length
  if (field === 'number') {
    const after = formatNumber(digitsOf(input.value.slice(0, caret))).length
    input.value = formatNumber(numberIn(card))
    input.setSelectionRange(after, after)
    showCard(card)
    showValid(false)
    if (card.isDeclined) {
      card.isDeclined = false
      input.ariaInvalid = null
    }
  } else if (
    field === 'exp' &&
    caret === input.value.length &&
    !(event as InputEvent).inputType?.startsWith('delete')
  ) {
    input.value = withSlash(input.value)
  }
}

/** Judges late and forgives early, as the page around does. */
export function listenToTyping(form: HTMLFormElement, card: CardFields) {
  const { inputs } = card
  const afterPress = watchPointer()
  form.addEventListener('input', (event) => {
    const field = fieldOf(event)
    format(card, field, event)
    if (inputs[field].ariaInvalid) judge(card, field, 'polite')
  })
  form.addEventListener('focusout', (event) => {
    const field = fieldOf(event)
    afterPress(() => {
      if (!inputs[field].value) return
      const expiry = field === 'exp' && parseExpiry(inputs.exp.value)
      if (expiry) inputs.exp.value = formatExpiry(expiry)
      judge(card, field, 'polite')
      if (field === 'number') showValid(!inputs.number.ariaInvalid)
    })
  })
}
