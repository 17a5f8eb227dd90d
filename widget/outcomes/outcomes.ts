import { createBankChallenge } from './bank-challenge.ts'
import type { Step } from '../session/checkout-events.ts'
import type { CheckoutScreen } from '../mount/checkout-screen.ts'
import {
  isForm,
  type AskedName,
  type CardField,
  type CheckoutState,
  type FormState,
} from '../session/checkout-state.ts'
import { followLook } from '../mount/followed-look.ts'
import { createFormDrawing } from '../form/form-drawing.ts'
import { focusField, focusProblem, hasFocus } from '../form/form-focus.ts'
import { createLostCardFields } from '../form/lost-card-fields.ts'
import type { MountedForm } from '../form/mounted-form.ts'
import type { Mounting } from '../mount/mounting.ts'
import { holdPage, releasePage } from '../mount/page-hold.ts'
import { createPayForm, type PayForm } from '../form/pay-form.ts'
import { PaymentController } from '../session/payment-controller.ts'
import { payWith } from '../session/payment-flow.ts'
import type { FramePress } from '../payment-frame/messages.ts'
import { createReceiptActions } from './receipt-actions.ts'
import { returnAddress } from '../session/return-address.ts'
import { createStartAgain } from './start-again.ts'
import { announce, tell } from '../session/state-events.ts'
import { titleOf } from '../mount/page-title.ts'
import { addressView } from '../views/address-view.ts'
import { pageView } from '../views/page-view.ts'
import { resultView } from '../views/result-view.ts'
import { footView } from '../views/seller-view.ts'

const isStep = (field: string): field is 'name' | 'phone' | 'place' =>
  /^(?:name|phone|place)$/.test(field)

export type Outcomes = ReturnType<typeof createOutcomes>

type Shown = {
  screen: CheckoutScreen
  form: MountedForm
  fail: (error: unknown) => void
  guarded: <Given extends unknown[]>(act: (...given: Given) => void) => (...given: Given) => void
  paintForm: (state: FormState, parts: { address: typeof addressView }) => void
  goPlain: (failures: number) => boolean
}

/**
 * All that comes of the form: judging what is typed, paying, and every state after. The page can be
 * shown without it, so it is a file of its own, fetched when the form is there; it draws and keeps
 * its state with what the first file hands over.
 */
export function createOutcomes(
  mounting: Mounting,
  { screen, form, fail, guarded, paintForm, goPlain }: Shown,
) {
  const { root, checkout, ui, redirects, onState, restart } = mounting
  const heading = () => root.querySelector<HTMLElement>('h1[tabindex]')
  const payForm = () => screen.form && createPayForm(mounting, screen.form)
  const drawing = createFormDrawing(mounting, { screen, payForm })
  const payment = new PaymentController(checkout, guarded(drawing.onDeadline))
  const showChallenge = createBankChallenge(mounting)
  const receipt = createReceiptActions({ root, ui, say: screen.say })
  const cardFields = createLostCardFields(mounting, { screen, form, goPlain })
  const startAgain = createStartAgain(mounting, { screen, form, show })
  const steps = new Set<Step>()
  const watching = new AbortController()
  let paying: Promise<void> | undefined

  function step(name: Step) {
    if (!steps.has(name)) tell(mounting, 'hc-step', { step: name })
    steps.add(name)
  }

  async function pay(by?: FramePress) {
    const { frame } = form
    const fields = payForm()
    if (checkout.state.type !== 'ready' || !fields || !frame || paying) return paying
    if (!navigator.onLine) return drawing.onConnection()
    const { onSilent } = cardFields
    const flow = payWith({ mounting, payment, form: fields, frame, step, by, onSilent }).catch(fail)
    // While a wallet is open, the card may be paid with instead.
    paying = by === 'wallet' ? undefined : flow
    await flow
    if (paying === flow) paying = undefined
  }

  /** On our own page the server has written it at its foot: the texts are not here. */
  function drawFoot(state: CheckoutState) {
    if (!ui.hosted && 'view' in state)
      mounting.write(root.querySelector('[data-seller]'), footView(state.view.store, ui))
  }

  function showForm(state: FormState, before: CheckoutState) {
    paintForm(state, { address: addressView })
    drawFoot(state)
    form.show(state)
    drawing.draw()
    showChallenge(state)
    if (state.type === 'processing') {
      // Its answer may never come.
      paying = undefined
      // Who confirms elsewhere is to go there.
      if (state.action && state.action.type !== 'challenge') releasePage()
      else holdPage()
      return screen.say(payForm()!.statusText(state))
    }
    releasePage()
    cardFields.tellWhatIsLeft()
    // A session that is read again has the same problem: who was told of it is elsewhere by now.
    if (!isForm(before) || (before.type === 'ready' && before.problem === state.problem)) return
    screen.say('')
    if (before.type === 'processing') {
      if (state.problem?.type === 'declined') form.frame?.clear()
      // Of a payment that came to nothing, the page around has heard nothing yet.
      else form.tellReady()
    }
    focusProblem(state, { root, form: screen.form, frame: form.frame })
  }

  function leaveForm() {
    releasePage()
    showChallenge(undefined)
    form.remove()
  }

  /** What comes of it is for the page around to show: what was typed stays, unless it is paid. */
  function leaveToPage(state: CheckoutState) {
    leaveForm()
    if (state.type === 'complete')
      screen.paint(state, () => pageView(state, ui, ui.slot('complete')))
    else if (state.type === 'expired') payForm()?.rest(state.view)
  }

  /**
   * Back to the store, at once where it wants that: the receipt is there if the way back is not.
   * Answers with what is to be said of it.
   */
  function finish({ view, returning }: Extract<CheckoutState, { type: 'complete' }>) {
    const address = returnAddress(view.successUrl, view.id)
    if (!address || !returning) return []
    if (view.returnsAtOnce) {
      receipt.returnSoon(address, 0)
      return []
    }
    receipt.returnSoon(address)
    return [ui.kept('complete.returning', { store: view.store.name })]
  }

  function show(given: CheckoutState, before: CheckoutState) {
    const state =
      given.type === 'complete' ? { ...given, returning: given.returning && redirects() } : given
    const hadFocus = ui.hosted || before.type === 'processing' || hasFocus(mounting)
    onState(state)
    if (state.type === 'complete') form.forget()
    if (!announce(mounting, { state, before })) return leaveToPage(state)
    if (ui.hosted) document.title = titleOf(state, ui)
    if (state.type === 'loading') return
    if (isForm(state)) return showForm(state, before)
    const isNew = screen.paint(state, () => resultView(state, ui))
    drawFoot(state)
    leaveForm()
    const news: unknown[] = []
    if (isNew && before.type !== 'loading') {
      const title = heading()!
      // Taking the focus would tear the buyer from elsewhere in the page; and what is not shown,
      // since something stands in its slot, cannot take it.
      if (hadFocus) title.focus()
      if (!title.matches(':focus')) news.push(title.textContent)
    }
    if (state.type === 'complete') news.push(...finish(state))
    if (news.length) screen.say(news.flatMap((one) => ['. ', one]).slice(1))
  }

  const tellChange = (field: string, fields: PayForm) =>
    tell(mounting, 'hc-change', { field, ...fields.judged(field) })
  const reach = (field: string, fields: PayForm) =>
    isStep(field) && fields.judged(field).valid && step(field)

  return {
    start() {
      // The country may be another one than was drawn: what was typed before is there again.
      drawing.start(form.typed.before)
      payment.start()
      drawFoot(checkout.state)
      step('view')
      const fields = payForm()
      // What was typed before this file was there.
      if (fields)
        for (const field of form.touched) {
          tellChange(field, fields)
          reach(field, fields)
        }
      if (!ui.hosted) followLook(mounting, { adapt: form.adaptFrame, signal: watching.signal })
    },
    pay,
    validate: () => payForm()?.validate().length === 0,
    onConnection: drawing.onConnection,

    show,

    onClick(event: Event, pressed: HTMLElement) {
      const { go, copy, print, stay, again, reload, start, check, bank, other } = pressed.dataset
      if (go) {
        event.preventDefault()
        focusField(go as AskedName | CardField, { root, form: screen.form, frame: form.frame })
      }
      if (copy !== undefined) void receipt.copy(pressed)
      if (print !== undefined) window.print()
      if (stay !== undefined) receipt.stayed(pressed)
      if (again !== undefined) restart()
      if (reload !== undefined) cardFields.reload()
      if (start !== undefined) {
        event.preventDefault()
        void startAgain()
      }
      if (check !== undefined) payment.checkAgain()
      if (other !== undefined) void payment.giveUp()
      if (bank !== undefined) showChallenge(checkout.state, 'again')
    },

    onTyped(event: Event) {
      const { state } = checkout
      const fields = payForm()
      if (!fields || !isForm(state)) return
      const message = fields.judge(event)
      if (message && event.type === 'focusout') screen.say(message)
      const field = (event.target as HTMLInputElement).name
      if (event.type === 'change') {
        fields.showAddress(state.view)
        reach(field, fields)
        if (state.type === 'ready' && state.problem?.type === 'invalid') {
          const { problem } = state
          const still = problem.fields.filter((wrong) => fields.isAsked(wrong.field))
          checkout.state = { ...state, problem: { ...problem, fields: still } }
        }
        drawing.draw()
        // The amounts change away from where the buyer is: who does not see them is told.
        if (field === 'option') screen.say(fields.totalText(state.view))
      }
      if (event.type === 'input') tellChange(field, fields)
    },

    onUnreachable: cardFields.onUnreachable,

    stop() {
      watching.abort()
      receipt.stop()
      leaveForm()
    },
  }
}
