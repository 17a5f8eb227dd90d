import { ReactiveElement } from '@lit/reactive-element'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { HostedCheckoutEventDetails, HostedCheckoutMembers } from '../npm/element.ts'
import { type DetailOf, type EventType } from './session/checkout-events.ts'
import { HostedCheckout } from './hosted-checkout.ts'
import { serveCheckout } from './test/a-checkout-server.ts'
import { emit } from './element/state-events.ts'
import { PUBLIC_SURFACE, type EventRow, type PropertyRow } from './public-surface.ts'

const { properties, methods, statics, nativeAttributes, events } = PUBLIC_SURFACE

const rows = Object.entries<PropertyRow>(properties)
const settable = rows.filter(([, row]) => !row.readOnly)

describe('checkout page §7 <hosted-checkout>: the table is the element', () => {
  // What the browser calls when `moveBefore` has moved the element; Lit does not know it yet.
  const isOfLit = (name: string) =>
    name in ReactiveElement.prototype || name === 'connectedMoveCallback'

  test('the element has every property and method of the table, and no other one', () => {
    const named = { ...properties, ...methods }
    const own = Object.getOwnPropertyNames(HostedCheckout.prototype)
    expect(own.filter((name) => Object.hasOwn(named, name) || !isOfLit(name)).sort()).toEqual(
      Object.keys(named).sort(),
    )
  })

  test('the class has every static member of the table, and beside them what is Lit’s', () => {
    const own = Object.getOwnPropertyNames(HostedCheckout).filter(
      (name) => !(name in ReactiveElement) && !/^_\$|^(?:length|name|prototype)$/.test(name),
    )
    expect(own.sort()).toEqual([...Object.keys(statics), 'properties'].sort())
  })

  test('the element follows the attributes of the table, and no other one', () => {
    const { dir: _byStyle, ...followed } = nativeAttributes
    const attributes = settable.flatMap(([, { attribute }]) => attribute ?? [])
    expect(HostedCheckout.observedAttributes.toSorted()).toEqual(
      [...attributes, ...Object.keys(followed)].sort(),
    )
  })

  test.each(settable.filter(([, { attribute }]) => attribute))(
    'the property %s and its attribute mean the same',
    async (name, row) => {
      serveCheckout()
      const element = new HostedCheckout()
      document.body.append(element)
      onTestFinished(() => element.remove())
      const is = () => element[name as 'theme'] as unknown
      const attribute = row.attribute!
      if (row.default && name !== 'checkoutUrl') expect(String(is())).toBe(row.default)
      element.setAttribute(attribute, 'given')
      const isFlag = row.type === 'boolean'
      expect(is()).toBe(isFlag ? true : 'given')
      Object.assign(element, { [name]: isFlag ? false : 'set' })
      await element.updateComplete
      expect(element.getAttribute(attribute)).toBe(isFlag ? null : 'set')
    },
  )

  test.each(rows.filter(([, { readOnly }]) => readOnly))(
    'the property %s can only be read',
    (name) => {
      const element = new HostedCheckout()
      expect(() => Object.assign(element, { [name]: null })).toThrow(TypeError)
    },
  )

  test.each(Object.entries<EventRow>(events))(
    'the event %s can be prevented if the table says so',
    (type, row) => {
      const element = new HostedCheckout()
      const emitted: Event[] = []
      element.addEventListener(type, (event) => emitted.push(event))
      emit({ element, session: '', checkout: { state: { type: 'loading' } } }, type as EventType)
      const [event] = emitted
      expect([event?.cancelable, event?.bubbles, event?.composed]).toEqual([
        'prevented' in row,
        true,
        true,
      ])
    },
  )

  test('the types of the package are those of the element', () => {
    type Own = Pick<HostedCheckout, keyof HostedCheckoutMembers>
    expectTypeOf<Own>().toExtend<HostedCheckoutMembers>()
    expectTypeOf<HostedCheckoutMembers>().toExtend<Own>()
    type Details = { [Type in EventType]: DetailOf<Type> }
    expectTypeOf<Details>().toExtend<HostedCheckoutEventDetails>()
    expectTypeOf<HostedCheckoutEventDetails>().toExtend<Details>()
    expectTypeOf<keyof HostedCheckoutMembers>().toEqualTypeOf<
      keyof typeof properties | keyof typeof methods
    >()
  })
})
