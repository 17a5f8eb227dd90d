import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type HTMLAttributes,
  type RefObject,
} from 'react'
import {
  HOSTED_CHECKOUT_ATTRIBUTES,
  HOSTED_CHECKOUT_EVENTS,
  type HostedCheckoutElement,
  type HostedCheckoutEvent,
  type HostedCheckoutEventType,
  type HostedCheckoutSettings,
} from './element.ts'
import { loadHostedCheckout, type LoadOptions } from './load.ts'

/** `hc-complete` calls `onComplete`. */
type Callback<Type extends HostedCheckoutEventType> = Type extends `hc-${infer Name}`
  ? `on${Capitalize<Name>}`
  : never

type Callbacks = {
  [Type in HostedCheckoutEventType as Callback<Type>]?: (event: HostedCheckoutEvent<Type>) => void
}

/** The attributes of every HTML element, without those that have another meaning here. */
type OfEveryElement = Omit<
  HTMLAttributes<HostedCheckoutElement>,
  keyof HostedCheckoutSettings | keyof Callbacks | keyof LoadOptions | 'dangerouslySetInnerHTML'
>

export type HostedCheckoutProps = HostedCheckoutSettings & Callbacks & LoadOptions & OfEveryElement

const callbackOf = (type: HostedCheckoutEventType) =>
  type.replace(/^hc-(.)/, (_, first: string) => `on${first.toUpperCase()}`) as keyof Callbacks

/** Properties of this component that are not attributes. */
const OWN = new Set<string>([
  ...HOSTED_CHECKOUT_EVENTS.map(callbackOf),
  ...(['file', 'integrity', 'nonce'] satisfies (keyof LoadOptions)[]),
])

/** React 18 would write `false` as text, and the attribute would be there. */
const written = (value: unknown) => (value === false ? undefined : value)

/** Loads the script. Without it the element cannot tell what is wrong, so this does. */
function useScript(
  element: RefObject<HostedCheckoutElement | null>,
  latest: RefObject<HostedCheckoutProps>,
  checkoutUrl: string | undefined,
) {
  useEffect(() => {
    if (!checkoutUrl) return undefined
    let isGone = false
    loadHostedCheckout(checkoutUrl, latest.current).catch((error: Error) => {
      if (isGone) return
      console.error(error)
      const detail: HostedCheckoutEvent<'hc-error'>['detail'] = {
        session: latest.current.session ?? '',
        snapshot: null,
        code: 'network',
        message: error.message,
        docs: `${checkoutUrl.replace(/\/+$/, '')}/docs#when-it-cannot-be-shown`,
      }
      const event = new CustomEvent('hc-error', { bubbles: true, composed: true, detail })
      element.current!.dispatchEvent(event)
    })
    return () => {
      isGone = true
    }
  }, [checkoutUrl])
}

/**
 * `<hosted-checkout>` with what React 18 leaves out: properties that are not text, and its events.
 * A server can draw it, too. In a browser it loads the script from `checkoutUrl`. Without
 * `checkoutUrl` the script comes by `loadHostedCheckout` or a script element.
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
      // An element that a server has drawn may be ready before React listens.
      if (current!.status === 'ready' || current!.status === 'error') void current!.refresh()
      return () => listening.abort()
    }, [])
    useScript(element, latest, props.checkoutUrl)
    const attributes = Object.entries(rest).flatMap(([name, value]) => {
      if (OWN.has(name)) return []
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
