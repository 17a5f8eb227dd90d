import { Component, REQUEST, inject, signal } from '@angular/core'
import { Checkout } from '../checkout'
import { customer, openedSession, thank } from '../shop'

export type Shop = { session: string; customer: { name: string }; thank: typeof thank }

/** The session in the address: of the request on a server, of the page in a browser. */
function firstSession(request: Request | null) {
  const asked = new URL(request ? request.url : location.href).searchParams
  return asked.has('late') ? '' : (asked.get('session') ?? '')
}

@Component({
  selector: 'shop-page',
  imports: [Checkout],
  template: `
    <button (click)="session.set(openedSession())">Continue</button>
    <button (click)="drawn.set(drawn() + 1)">Draw again</button>
    <output></output>
    @for (one of [drawn()]; track one) {
      <shop-checkout [shop]="{ session: session(), customer, thank }" />
    }
  `,
})
export class Page {
  readonly customer = customer
  readonly thank = thank
  readonly openedSession = openedSession
  readonly session = signal(firstSession(inject(REQUEST, { optional: true })))
  readonly drawn = signal(0)
}
