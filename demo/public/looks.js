// Changes the look without loading the page, so that a checkout in it keeps what was typed. Without
// this file the form loads the page.
const form = document.querySelector('form.looks')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { value } = event.submitter
  document.documentElement.dataset.look = value
  document.cookie = `look=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
  for (const button of form.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.value === value))
})
