import { connect } from './connect.ts'
import { createStripeCardForm } from './stripe-card-form.ts'

connect(createStripeCardForm)
