import type { CheckoutView } from '../server/contract/buyer.ts'
import { appearanceOf } from './appearance.ts'
import type { CheckoutController } from './checkout-controller.ts'
import {
  CancelEvent,
  ErrorEvent,
  ProcessingEvent,
  ReadyEvent,
  SubmitEvent,
} from './checkout-events.ts'
import { renderInto } from './checkout-form.ts'
import { createScreen } from './checkout-screen.ts'
import {
  afterView,
  isForm,
  type CardField,
  type CheckoutState,
  type FieldName,
  type FormState,
} from './checkout-state.ts'
import type { DeadlineStage } from './deadline.ts'
import { openChallenge } from './elements/challenge-dialog.ts'
import { mountPaymentFrame, type PaymentFrame } from './elements/payment-frame.ts'
import { payWith } from './payment-flow.ts'
import { createReceiptActions } from './receipt-actions.ts'
import { returnAddress } from './return-address.ts'
import { announce, commonDetail } from './state-events.ts'
import { findTyped, forgetTyped, keepTyped, type TypedValues } from './typed-values.ts'
import { unreachableView } from './views/message-view.ts'
import type { Ui } from './views/ui.ts'

export type Mounting = {
  element: HTMLElement
  root: HTMLElement | ShadowRoot
  session: string
  checkoutUrl: string
  checkout: CheckoutController
  ui: Ui
  /** Entered before, in a session this one takes the place of. */
  typed: TypedValues
  redirects: () => boolean
  onState: (state: CheckoutState) => void
  restart: () => void
}

/**
 * One session shown in one root, from the moment the element is connected to the moment it leaves
 * or shows another.
 */
export class MountedCheckout {
  typed: TypedValues
  readonly #at: Mounting
  readonly #checkout: CheckoutController
  readonly #screen: ReturnType<typeof createScreen>
  readonly #listening = new AbortController()
  readonly #startedAt = performance.now()
  #frame: PaymentFrame | undefined
  #closeChallenge: (() => void) | undefined
  readonly #receipt: ReturnType<typeof createReceiptActions>
  #soon = false
  #paying = false

  constructor(at: Mounting) {
    this.#at = at
    this.typed = { ...at.typed, ...(at.ui.hosted && findTyped(at.session)) }
    this.#screen = createScreen(at.root, at.ui)
    this.#receipt = createReceiptActions({ root: at.root, ui: at.ui, say: this.#screen.say })
    this.#checkout = at.checkout
    this.#listen()
  }

  get state() {
    return this.#checkout.state
  }

  /** `painted`: the view that the server has already rendered into the root. */
  start(painted: CheckoutView | undefined) {
    if (painted) this.#screen.adopt(afterView(this.state, painted))
    else this.#screen.paint(this.state)
    void this.#checkout.start({
      onState: (state, before) => this.#onState(state, before),
      onDeadline: (stage) => this.#onDeadline(stage),
    })
  }

  stop() {
    this.#checkout.stop()
    this.#listening.abort()
    this.#leaveForm()
    this.#receipt.stop()
  }

  dress() {
    this.#frame?.adapt(this.#setting())
  }

  refresh() {
    return this.#checkout.refresh()
  }

  #setting = () => ({
    ...appearanceOf(this.#at.root.firstElementChild!, this.#at.ui.language),
    option: this.typed.option,
  })

  #emit = (event: Event) => this.#at.element.dispatchEvent(event)

  #onState(given: CheckoutState, before: CheckoutState) {
    const { element, ui, redirects, onState } = this.#at
    const state =
      given.type === 'complete' ? { ...given, returning: given.returning && redirects() } : given
    const hadFocus = ui.hosted || before.type === 'processing' || element.matches(':focus-within')
    onState(state)
    if (!announce(element, { state, before })) return this.#leaveForm()
    const isNew = this.#screen.paint(state)
    if (!isForm(state)) this.#leaveForm()
    else this.#showForm(state, before)
    if (isNew && before.type !== 'loading' && !isForm(state))
      this.#screen.introduce(hadFocus ? 'focus' : 'say')
    if (state.type === 'complete') this.#finish(state)
  }

  #showForm(state: FormState, before: CheckoutState) {
    const { form } = this.#screen
    if (!this.#frame) this.#enterForm(state)
    this.#draw()
    this.#followAction(state)
    removeEventListener('beforeunload', holdPage)
    if (state.type === 'processing') {
      addEventListener('beforeunload', holdPage)
      this.#screen.say(form?.statusText(state) ?? '')
    } else if (before.type === 'processing' || state.problem) {
      this.#screen.say('')
      this.#showProblem(state, before)
    }
  }

  #enterForm({ view }: FormState) {
    const { ui, session, checkoutUrl } = this.#at
    const form = this.#screen.form!
    form.fill(this.typed, view.customer)
    this.#frame = mountPaymentFrame(form.card(), {
      url: view.payment.frameUrl,
      title: ui.t('card.frame'),
      session,
      setting: this.#setting,
      onSubmit: () => void this.#pay(),
      onUnreachable: () => {
        renderInto(
          form.card(),
          unreachableView(ui.hosted ? undefined : `${checkoutUrl}/${session}`, ui),
        )
        this.#emit(
          new ErrorEvent({
            ...commonDetail(session, this.state),
            code: 'frame_unreachable',
            message: `No answer from ${view.payment.frameUrl}: allow it in frame-src, and this origin in the store's settings.`,
          }),
        )
      },
    })
    this.#emit(
      new ReadyEvent({
        ...commonDetail(session, this.state),
        loadMs: performance.now() - this.#startedAt,
      }),
    )
  }

  #leaveForm() {
    removeEventListener('beforeunload', holdPage)
    this.#closeChallenge?.()
    this.#closeChallenge = undefined
    this.#frame?.remove()
    this.#frame = undefined
  }

  #showProblem({ problem }: Extract<FormState, { type: 'ready' }>, before: CheckoutState) {
    if (problem?.type === 'declined' && before.type === 'processing') this.#frame?.clear()
    const [only, ...others] = problem?.type === 'invalid' ? problem.fields : []
    if (only && !others.length) this.#focusField(only.field)
    else this.#screen.focusProblem()
  }

  #focusField(field: FieldName | CardField) {
    if (field === 'number' || field === 'exp' || field === 'cvc') this.#frame?.focus(field)
    else this.#screen.form?.focus(field)
  }

  #followAction(state: FormState) {
    const url = state.type === 'processing' ? state.action?.url : undefined
    if (!url) {
      this.#closeChallenge?.()
      this.#closeChallenge = undefined
    } else if (!this.#closeChallenge) this.#openChallenge(url)
  }

  #openChallenge(url: string) {
    const {
      root,
      ui: { t },
    } = this.#at
    this.#closeChallenge = openChallenge(root.querySelector('.root')!, {
      url,
      label: t('payment.bank.frame'),
      close: t('payment.bank.close'),
      onDone: () => void this.refresh(),
    })
  }

  #finish({ view, returning }: Extract<CheckoutState, { type: 'complete' }>) {
    forgetTyped(this.#at.session)
    this.typed = {}
    const address = returnAddress(view.successUrl, view.id)
    if (address && returning) this.#receipt.returnSoon(address)
  }

  #onDeadline(stage: DeadlineStage) {
    const { t } = this.#at.ui
    this.#soon = stage === 'soon' || stage === 'last'
    if (this.state.type !== 'ready') return
    this.#draw()
    if (this.#soon)
      this.#screen.say(t(stage === 'last' ? 'deadline.announce.1' : 'deadline.announce.5'))
  }

  #draw = () => {
    if (isForm(this.state))
      this.#screen.form?.draw(this.state, { offline: !navigator.onLine, soon: this.#soon })
  }

  async #pay() {
    const { form } = this.#screen
    const { element, session, ui } = this.#at
    if (this.state.type !== 'ready' || !form || !this.#frame || this.#paying) return
    if (!navigator.onLine) return this.#onConnection()
    this.#paying = true
    const detail = () => commonDetail(session, this.state)
    await payWith({
      checkout: this.#checkout,
      form,
      frame: this.#frame,
      ui,
      submit: (amounts) => this.#emit(new SubmitEvent({ ...detail(), ...amounts })),
      processing: () => element.dispatchEvent(new ProcessingEvent(detail())),
    }).finally(() => {
      this.#paying = false
    })
  }

  #onConnection = () => {
    this.#draw()
    this.#screen.say(navigator.onLine ? '' : this.#at.ui.t('problem.offline'))
  }

  #onTyped = (event: Event) => {
    const { form } = this.#screen
    if (!form || !isForm(this.state)) return
    const message = form.judge(event)
    if (message && event.type === 'focusout') this.#screen.say(message)
    this.typed = form.values()
    if (this.#at.ui.hosted) keepTyped(this.#at.session, this.typed)
    if (event.type !== 'change') return
    this.#draw()
    this.dress()
  }

  #onClick = (event: Event) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button')
    if (!target) return
    const { go, cancel, stay, copy, print, again, check, bank } = target.dataset
    if (go) {
      event.preventDefault()
      this.#focusField(go as FieldName | CardField)
    }
    if (
      cancel !== undefined &&
      !this.#emit(new CancelEvent(commonDetail(this.#at.session, this.state)))
    )
      event.preventDefault()
    if (stay !== undefined) this.#receipt.stay(target)
    if (copy !== undefined) void this.#receipt.copy(target)
    if (print !== undefined) window.print()
    if (again !== undefined) this.#at.restart()
    if (check !== undefined) this.#checkout.checkAgain()
    if (bank !== undefined && this.state.type === 'processing' && this.state.action)
      this.#openChallenge(this.state.action.url)
  }

  #listen() {
    const { signal } = this.#listening
    const on = (
      target: EventTarget,
      types: string,
      handler: (event: Event) => void,
      capture = false,
    ) => {
      for (const type of types.split(' '))
        target.addEventListener(type, handler, { signal, capture })
    }
    const { root } = this.#at
    on(root, 'click', this.#onClick)
    on(root, 'input change focusout', this.#onTyped)
    on(root, 'submit', (event) => {
      event.preventDefault()
      void this.#pay()
    })
    on(
      root,
      'error',
      ({ target }) => {
        if (target instanceof HTMLImageElement) target.hidden = true
      },
      true,
    )
    on(window, 'online offline', this.#onConnection)
    on(window, 'pageshow', (event) => {
      if ((event as PageTransitionEvent).persisted) void this.refresh()
    })
    on(document, 'visibilitychange', () => {
      if (!document.hidden) void this.refresh()
    })
  }
}

const holdPage = (event: Event) => event.preventDefault()
