import { Component, input } from '@angular/core'
import { loadHostedCheckout } from 'hosted-checkout'
import { HostedCheckout } from 'hosted-checkout/angular'
import type { Shop } from './src/page'

void loadHostedCheckout('http://localhost:4242/checkout')

const template = `<hosted-checkout summary="none" [session]="shop().session"
  [customer]="shop().customer" (hc-complete)="shop().thank($event)" />`

@Component({ selector: 'shop-checkout', imports: [HostedCheckout], template })
export class Checkout {
  readonly shop = input.required<Shop>()
}
