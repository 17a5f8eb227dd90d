import { describeStock, stockOf } from './availability.js'

const form = document.querySelector('form.order')
const variants = JSON.parse(form.dataset.variants)
const availability = form.querySelector('.availability')
const quantity = form.elements.namedItem('quantity')

const readChoice = () => {
  const fields = new FormData(form)
  return { size: fields.get('size'), color: fields.get('color') }
}

function showAvailability() {
  const choice = readChoice()
  const stock = stockOf(variants, choice)
  for (const radio of form.querySelectorAll('input[type=radio]')) {
    const isSoldOut = stockOf(variants, { ...choice, [radio.name]: radio.value }) === 0
    radio.closest('.option').toggleAttribute('data-sold-out', isSoldOut)
  }
  availability.textContent = describeStock(stock)
  availability.toggleAttribute('data-few', stock < 4)
  quantity.max = Math.min(100, Math.max(1, stock))
  for (const button of form.querySelectorAll('button'))
    button.setAttribute('aria-disabled', String(stock === 0))
}

form.addEventListener('change', showAvailability)
form.addEventListener('submit', (event) => {
  if (stockOf(variants, readChoice()) === 0) event.preventDefault()
})
// A browser that comes back to the page restores the radios after this script has run.
addEventListener('pageshow', showAvailability)
showAvailability()
