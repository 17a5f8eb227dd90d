import { PUBLIC_SURFACE, type PropertyRow } from '../../widget/public-surface.ts'

const settings = Object.entries<PropertyRow>(PUBLIC_SURFACE.properties)
  .filter(([, { readOnly }]) => !readOnly)
  .map(([name, { attribute }]) => ({ name, attribute }))
const events = Object.keys(PUBLIC_SURFACE.events)

const lines = (texts: string[]) => texts.map((text) => `    ${text}\n`).join('')

/**
 * Angular's compiler checks only what a directive declares. It is written as `ngc` writes
 * libraries, so that every Angular version can compile it.
 */
export const ANGULAR_DIRECTIVE = `import * as i0 from '@angular/core'
import { HOSTED_CHECKOUT_ATTRIBUTES } from './element.js'

export class HostedCheckout {
  static ɵfac = i0.ɵɵngDeclareFactory({
    minVersion: '12.0.0',
    version: '14.0.0',
    ngImport: i0,
    type: HostedCheckout,
    deps: [{ token: i0.ElementRef }],
    target: i0.ɵɵFactoryTarget.Directive,
  })
  static ɵdir = i0.ɵɵngDeclareDirective({
    minVersion: '14.0.0',
    version: '14.0.0',
    ngImport: i0,
    type: HostedCheckout,
    isStandalone: true,
    selector: 'hosted-checkout',
    inputs: {
${lines(settings.map(({ name }) => `  ${name}: '${name}',`))}    },
    usesOnChanges: true,
  })

  #element

  constructor(element) {
    this.#element = element.nativeElement
  }

  /** Sets the attribute where there is one, because a server can write nothing else. */
  ngOnChanges(changes) {
    for (const [name, { currentValue }] of Object.entries(changes)) {
      const attribute = HOSTED_CHECKOUT_ATTRIBUTES[name]
      if (!attribute) this.#element[name] = currentValue
      else if (currentValue == null || currentValue === false) this.#element.removeAttribute(attribute)
      else this.#element.setAttribute(attribute, currentValue === true ? '' : currentValue)
    }
  }
}
`

/** Angular hears the element's own events; the outputs only declare their types. */
export const ANGULAR_TYPES = `import type { ElementRef, OutputRef, ɵɵDirectiveDeclaration, ɵɵFactoryDeclaration } from '@angular/core'
import type { HostedCheckoutAttributes, HostedCheckoutElement, HostedCheckoutEvent, HostedCheckoutSettings } from './load.js'

/** \`<hosted-checkout>\` in the templates of a component that imports it. */
export declare class HostedCheckout {
  constructor(element: ElementRef<HostedCheckoutElement>)
${settings
  .map(({ name, attribute }) =>
    attribute
      ? `  ${name}: HostedCheckoutAttributes['${attribute}']\n`
      : `  ${name}: HostedCheckoutSettings['${name}']\n`,
  )
  .join(
    '',
  )}${events.map((type) => `  readonly '${type}': OutputRef<HostedCheckoutEvent<'${type}'>>\n`).join('')}  ngOnChanges(changes: object): void
  static ɵfac: ɵɵFactoryDeclaration<HostedCheckout, never>
  static ɵdir: ɵɵDirectiveDeclaration<
    HostedCheckout,
    'hosted-checkout',
    never,
    {
${lines(settings.map(({ name }) => `  '${name}': { alias: '${name}'; required: false }`))}    },
    {
${lines(events.map((type) => `  '${type}': '${type}'`))}    },
    never,
    never,
    true,
    never
  >
}
`
