import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type HTMLAttributes,
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

/** What every element of HTML takes, but for what means something else here. */
type OfEveryElement = Omit<
  HTMLAttributes<HostedCheckoutElement>,
  keyof HostedCheckoutSettings | keyof Callbacks | 'dangerouslySetInnerHTML'
>

export type HostedCheckoutProps = HostedCheckoutSettings & Callbacks & OfEveryElement

const callbackOf = (type: HostedCheckoutEventType) =>
  type.replace(/^hc-(.)/, (_, first: string) => `on${first.toUpperCase()}`) as keyof Callbacks

const CALLBACKS = new Set<string>(HOSTED_CHECKOUT_EVENTS.map(callbackOf))

/** React 18 writes `false` as text, which would be an attribute that is there. */
const written = (value: unknown) => (value === false ? undefined : value)

/**
 * `<hosted-checkout>` with what React 18 leaves out: properties that are no text, and its events.
 * It is drawn on a server, too; the script comes by `loadHostedCheckout` or a script element.
 */
export const HostedCheckout = forwardRef<HostedCheckoutElement, HostedCheckoutProps>(
  function HostedCheckout(props, given) {
    const { className, children, fetchSession, customer, ...rest } = props
    const element = useRef<HostedCheckoutElement>(null)
    const latest = useRef(props)
    useImperativeHandle(given, () => element.current!, [])
    useEffect(() => {
      latest.current = props
      Object.assign(element.current!, { fetchSession, customer })
    })
    useEffect(() => {
      const listening = new AbortController()
      const { current } = element
      for (const type of HOSTED_CHECKOUT_EVENTS) {
        const tell = (event: Event) => latest.current[callbackOf(type)]?.(event as never)
        current!.addEventListener(type, tell, { signal: listening.signal })
      }
      // What a server has drawn may have come so far before React listens.
      if (current!.status === 'ready' || current!.status === 'error') void current!.refresh()
      return () => listening.abort()
    }, [])
    const attributes = Object.entries(rest).flatMap(([name, value]) => {
      if (CALLBACKS.has(name)) return []
      if (name in HOSTED_CHECKOUT_ATTRIBUTES)
        return [
          [
            HOSTED_CHECKOUT_ATTRIBUTES[name as keyof typeof HOSTED_CHECKOUT_ATTRIBUTES],
            written(value),
          ],
        ]
      return [[name, name === 'hidden' ? written(value) : value]]
    })
    return createElement(
      'hosted-checkout',
      { ...Object.fromEntries(attributes), ref: element, class: className },
      children,
    )
  },
)
