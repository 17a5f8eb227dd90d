import { CUSTOM_ELEMENTS_SCHEMA, Component, input } from '@angular/core'
import { loadHostedCheckout } from 'hosted-checkout'
import type { Shop } from './src/page'

void loadHostedCheckout('http://localhost:4242/checkout')

const template = `<hosted-checkout summary="none" [attr.session]="shop().session"
  [customer]="shop().customer" (hc-complete)="shop().thank($event)" />`

@Component({ selector: 'shop-checkout', schemas: [CUSTOM_ELEMENTS_SCHEMA], template })
export class Checkout {
  readonly shop = input.required<Shop>()
}
