import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type ReactNode,
} from 'react'
import {
  HOSTED_CHECKOUT_ATTRIBUTES,
  HOSTED_CHECKOUT_EVENTS,
  type HostedCheckoutElement,
  type HostedCheckoutEvent,
  type HostedCheckoutEventType,
  type HostedCheckoutSettings,
} from './element.ts'

/** `hc-complete` is heard by `onComplete`. */
type Callback<Type extends HostedCheckoutEventType> = Type extends `hc-${infer Name}`
  ? `on${Capitalize<Name>}`
  : never

type Callbacks = {
  [Type in HostedCheckoutEventType as Callback<Type>]?: (event: HostedCheckoutEvent<Type>) => void
}

export type HostedCheckoutProps = HostedCheckoutSettings &
  Callbacks & { lang?: string; className?: string; style?: CSSProperties; children?: ReactNode }

const callbackOf = (type: HostedCheckoutEventType) =>
  type.replace(/^hc-(.)/, (_, first: string) => `on${first.toUpperCase()}`) as keyof Callbacks

/**
 * `<hosted-checkout>` with what React 18 leaves out: properties that are no text, and its events.
 * It is drawn on a server, too; the script comes by `loadHostedCheckout` or a script element.
 */
export const HostedCheckout = forwardRef<HostedCheckoutElement, HostedCheckoutProps>(
  function HostedCheckout(props, given) {
    const { lang, className, style, children, fetchSession, customer } = props
    const element = useRef<HostedCheckoutElement>(null)
    const latest = useRef(props)
    useImperativeHandle(given, () => element.current!, [])
    useEffect(() => {
      latest.current = props
      Object.assign(element.current!, { fetchSession, customer })
    })
    useEffect(() => {
      const listening = new AbortController()
      for (const type of HOSTED_CHECKOUT_EVENTS) {
        const tell = (event: Event) => latest.current[callbackOf(type)]?.(event as never)
        element.current!.addEventListener(type, tell, { signal: listening.signal })
      }
      return () => listening.abort()
    }, [])
    const attributes = Object.entries(HOSTED_CHECKOUT_ATTRIBUTES).map(([name, attribute]) => {
      const value = props[name as keyof typeof HOSTED_CHECKOUT_ATTRIBUTES]
      // React 18 writes `false` as text, which would be an attribute that is there.
      return [attribute, value === false ? undefined : value]
    })
    return createElement(
      'hosted-checkout',
      { ...Object.fromEntries(attributes), ref: element, lang, class: className, style },
      children,
    )
  },
)
