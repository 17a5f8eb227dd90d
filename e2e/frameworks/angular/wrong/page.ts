import { Component } from '@angular/core'
import { HostedCheckout } from 'hosted-checkout/angular'

@Component({
  selector: 'shop-wrong',
  imports: [HostedCheckout],
  template: `
    <hosted-checkout summary="none" [customer]="{ name: 'Ana' }" disabled #checkout />
    <button (click)="tell(checkout.status)"></button>
    <hosted-checkout (hc-complete)="tell($event.detail.orderNumber)" />
    <hosted-checkout summary="some" /><!-- wrong: there is no such summary -->
    <hosted-checkout [theme]="'pink'" /><!-- wrong: there is no such theme -->
    <hosted-checkout [sesion]="'cs_1'" /><!-- wrong: a property is misspelt -->
    <hosted-checkout [customer]="{ nam: 'Ana' }" /><!-- wrong: so is a part of one -->
    <hosted-checkout (hc-complete)="tell($event.detail.card)" /><!-- wrong: it never tells the card -->
    <button (click)="tell(checkout.state)"></button><!-- wrong: there is no such property -->
  `,
})
export class Wrong {
  tell(text: string) {
    console.log(text)
  }
}
