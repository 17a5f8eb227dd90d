import { connect } from './connect.ts'
import { createTestCardForm } from './test-card-form.ts'

connect((send) => createTestCardForm(document.forms[0]!, () => send({ t: 'submit' })))
