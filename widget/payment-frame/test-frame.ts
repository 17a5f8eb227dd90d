import { connect } from './connect.ts'
import { createTestCardForm } from './test-card-form.ts'

const [form] = document.forms
const [script] = document.scripts
if (form && script) {
  const texts = JSON.parse(script.text)
  connect((send) => createTestCardForm({ form, texts }, () => send({ t: 'submit' })))
}
