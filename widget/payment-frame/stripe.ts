import { connect } from './connect.ts'
import { createStripeForm } from './stripe-card-form.ts'

connect(createStripeForm)
