type Problem = { type: string; code?: string; message?: string }
type Appearance = {
  variables: Record<string, string>
  rules: Record<string, Record<string, string>>
}
type Options = {
  mode: string
  amount: number
  currency: string
  captureMethod: string
  allowedPaymentMethodTypes: string[]
  locale: string
  appearance: Appearance
}
type Answer = { id: number; error?: Problem; token?: string }
type WalletOptions = {
  paymentMethods: Record<string, string>
  buttonHeight: number
  allowedShippingCountries?: string[]
}
type Rate = { id: string; displayName: string; amount: number }
type Questions = {
  emailRequired?: boolean
  phoneNumberRequired?: boolean
  billingAddressRequired?: boolean
  shippingAddressRequired?: boolean
  shippingRates?: Rate[]
}
type WalletListener = (event: unknown) => void
type Billing = { name?: string; email?: string; phone?: string }
type TokenParams = { payment_method_data?: { billing_details?: Billing } }

/**
 * Runs in our pages instead of Stripe.js (https://docs.stripe.com/js). It is sent as text, so
 * it uses nothing from outside. Like the real one it keeps the fields in a frame of its own origin,
 * and refuses options that Stripe would refuse.
 */
export function installStripeDouble(origin: string) {
  const frame = (path: string, title: string) => {
    const iframe = document.createElement('iframe')
    iframe.src = `${origin}${path}`
    iframe.title = title
    iframe.style.border = '0'
    iframe.style.inlineSize = '100%'
    return iframe
  }

  const demand = (isGood: boolean, sentence: string) => {
    if (!isGood) throw new Error(`IntegrationError: ${sentence}`)
  }

  /** Like the real one, it shows nothing where the browser has no wallet. */
  function createWallet(
    options: Options,
    { paymentMethods, buttonHeight, allowedShippingCountries: [country] = ['ES'] }: WalletOptions,
  ) {
    demand(paymentMethods['applePay'] === 'auto' && paymentMethods['link'] === 'never', 'methods')
    demand(buttonHeight >= 40 && buttonHeight <= 55, 'buttonHeight is 40 to 55')
    const listeners = new Map<string, WalletListener>()
    const emit = (name: string, event: unknown = {}) => listeners.get(name)?.(event)
    const iframe = frame('/wallet', 'Wallets')
    const setHeight = (isOpen: boolean) => {
      iframe.style.blockSize = isOpen ? '140px' : '48px'
    }
    setHeight(false)
    const { port1: port, port2 } = new MessageChannel()
    let isConfirmed = false
    let asked: Questions = {}

    const show = (open: boolean) =>
      port.postMessage({ open, amount: options.amount, rates: asked.shippingRates ?? [] })

    function press() {
      let isAnswered = false
      const answered =
        (open: boolean) =>
        (questions: Questions = {}) => {
          demand(!isAnswered, 'a press is answered once')
          demand(
            !questions.shippingAddressRequired || (questions.shippingRates?.length ?? 0) > 0,
            'a shipping address needs shipping rates',
          )
          isAnswered = true
          isConfirmed = false
          asked = questions
          setHeight(open)
          show(open)
        }
      emit('click', { resolve: answered(true), reject: answered(false) })
    }

    /** What the buyer has told their wallet, as far as it was asked. */
    const known = () => ({
      billingDetails: {
        ...(asked.billingAddressRequired && { name: 'Ana Payer' }),
        ...(asked.emailRequired && { email: 'ana@example.com' }),
        ...(asked.phoneNumberRequired && { phone: '+34600123456' }),
      },
      ...(asked.shippingAddressRequired && {
        shippingAddress: {
          name: 'Ana Example',
          address: {
            line1: 'Calle Mayor 1',
            line2: null,
            city: 'Madrid',
            state: 'Madrid',
            postal_code: '28013',
            country,
          },
        },
      }),
    })

    port.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === 'press') return press()
      const rate = asked.shippingRates?.find(({ id }) => id === data)
      if (rate) return emit('shippingratechange', { shippingRate: rate, resolve: () => show(true) })
      setHeight(false)
      show(false)
      isConfirmed = data === 'confirm'
      emit(data, { paymentFailed: () => {}, ...known() })
    }
    return {
      token: (): Answer => {
        demand(isConfirmed, 'the buyer has confirmed nothing')
        return {
          id: 0,
          token: `ctoken_4242424242424242_${crypto.randomUUID().replaceAll('-', '')}`,
        }
      },
      billing: (): Billing => known().billingDetails,
      element: {
        on: (name: string, listener: WalletListener) => void listeners.set(name, listener),
        update: () => {},
        mount(selector: string) {
          if (!window.offersWallets) return queueMicrotask(() => emit('ready'))
          document.querySelector(selector)?.replaceChildren(iframe)
          iframe.addEventListener('load', () => {
            iframe.contentWindow?.postMessage('port', origin, [port2])
            emit('ready', { availablePaymentMethods: { applePay: false, googlePay: true } })
          })
        },
      },
    }
  }

  function createElements(given: Options) {
    const options = { ...given }
    const iframe = frame('/element', 'Secure payment input frame')
    let port: MessagePort | undefined
    let lastId = 0
    const waiting = new Map<number, (answer: Answer) => void>()
    const listeners = new Map<string, (() => void)[]>()
    const tell = (message: object) => port?.postMessage(message)
    const look = () =>
      tell({
        type: 'look',
        appearance: options.appearance,
        dir: document.dir,
        amount: options.amount,
      })
    const ask = (type: string) =>
      new Promise<Answer>((resolve) => {
        const id = (lastId += 1)
        waiting.set(id, resolve)
        tell({ type, id })
      })

    demand(
      options.mode === 'payment' && Number.isSafeInteger(options.amount) && options.amount > 0,
      'mode and amount',
    )
    demand(/^[a-z]{3}$/.test(options.currency), 'currency has to be in small letters')

    const element = {
      mount(selector: string) {
        // As wide as the real one, which keeps 4 px at every side for focus rings.
        iframe.style.margin = '-4px'
        iframe.style.inlineSize = 'calc(100% + 8px)'
        document.querySelector(selector)?.replaceChildren(iframe)
        iframe.addEventListener('load', () => {
          const channel = new MessageChannel()
          port = channel.port1
          port.onmessage = ({
            data,
          }: MessageEvent<Answer & { height?: number; event?: string }>) => {
            if (data.height) iframe.style.blockSize = `${data.height}px`
            if (data.event) for (const listener of listeners.get(data.event) ?? []) listener()
            waiting.get(data.id)?.(data)
            waiting.delete(data.id)
          }
          iframe.contentWindow?.postMessage('port', origin, [channel.port2])
          look()
          for (const listener of listeners.get('ready') ?? []) listener()
        })
        iframe.addEventListener('error', () => {
          for (const listener of listeners.get('loaderror') ?? []) listener()
        })
      },
      on(event: string, listener: () => void) {
        listeners.set(event, [...(listeners.get(event) ?? []), listener])
      },
      focus() {
        iframe.focus()
        tell({ type: 'focus' })
      },
    }

    let wallet: ReturnType<typeof createWallet> | undefined
    return {
      create(type: string, how: WalletOptions) {
        if (type === 'expressCheckout') return (wallet = createWallet(options, how)).element
        demand(type === 'payment', 'no other element is here')
        return element
      },
      update(change: Partial<Options>) {
        Object.assign(options, change)
        look()
      },
      submit: async () => {
        if (wallet) return {}
        const { error } = await ask('check')
        return error ? { error } : {}
      },
      tokenize: async () => wallet?.token() ?? ask('tokenize'),
      billing: () => wallet?.billing(),
    }
  }

  function handleNextAction({ clientSecret }: { clientSecret: string }) {
    demand(/^pi_\w+_secret_\w+$/.test(clientSecret), 'this is no client secret')
    const iframe = frame(`/bank#${clientSecret}`, 'Bank')
    Object.assign(iframe.style, { position: 'fixed', inset: '0', blockSize: '100%' })
    document.body.append(iframe)
    return new Promise<{ error?: Problem }>((resolve) => {
      addEventListener(
        'message',
        function hear({ source, data }: MessageEvent<{ error?: Problem }>) {
          if (source !== iframe.contentWindow) return
          removeEventListener('message', hear)
          iframe.remove()
          resolve(data)
        },
      )
    })
  }

  Object.assign(window, {
    Stripe(publishableKey: string) {
      demand(publishableKey.startsWith('pk_'), 'this is no publishable key')
      return {
        elements: createElements,
        async createConfirmationToken({
          elements,
          params,
        }: {
          elements: ReturnType<typeof createElements>
          params?: TokenParams
        }) {
          const { token, error } = await elements.tokenize()
          if (!token) return { error }
          const [, number = '', once = ''] = token.split('_')
          const { name, email, phone } = {
            ...params?.payment_method_data?.billing_details,
            ...elements.billing(),
          }
          const known = `${name ? 'n' : ''}${email ? 'e' : ''}${phone ? 'p' : ''}`
          const id = `ctoken_${number}_${known}_${once}`
          const card = { last4: number.slice(-4) }
          return { confirmationToken: { id, payment_method_preview: { card } } }
        },
        handleNextAction,
      }
    },
  })
}

declare global {
  interface Window {
    /** Set by tests of a browser that has a wallet. */
    offersWallets?: boolean
  }
}
