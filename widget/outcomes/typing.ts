import type { createFormDrawing } from '../form/form-drawing.ts'
import type { PayForm } from '../form/pay-form.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { Step } from '../session/checkout-events.ts'
import { isForm } from '../session/checkout-state.ts'
import { tell } from '../session/state-events.ts'

const isStep = (field: string): field is 'name' | 'phone' | 'place' =>
  /^(?:name|phone|place)$/.test(field)

type Given = {
  payForm: () => PayForm | undefined
  drawing: Pick<ReturnType<typeof createFormDrawing>, 'draw'>
  step: (name: Step) => void
  say: (words: unknown) => void
}

/** Judges what is typed, and tells of it; never what it is. */
export function createTyping(mounting: Mounting, { payForm, drawing, step, say }: Given) {
  const { checkout } = mounting

  const tellChange = (field: string, fields: PayForm) =>
    tell(mounting, 'hc-change', { field, ...fields.judged(field) })
  const reach = (field: string, fields: PayForm) =>
    isStep(field) && fields.judged(field).valid && step(field)

  /** What is not asked for any more is not wrong. */
  function forgetUnasked(fields: PayForm) {
    const { state } = checkout
    if (state.type !== 'ready' || state.problem?.type !== 'invalid') return
    const { problem } = state
    const still = problem.fields.filter((wrong) => fields.isAsked(wrong.field))
    checkout.state = { ...state, problem: { ...problem, fields: still } }
  }

  return {
    /** What was typed before this file was there. */
    catchUp(touched: Iterable<string>) {
      const fields = payForm()
      if (!fields) return
      for (const field of touched) {
        tellChange(field, fields)
        reach(field, fields)
      }
    },

    onTyped(event: Event) {
      const { state } = checkout
      const fields = payForm()
      if (!fields || !isForm(state)) return
      const message = fields.judge(event)
      if (message && event.type === 'focusout') say(message)
      const field = (event.target as HTMLInputElement).name
      if (event.type === 'change') {
        fields.showAddress(state.view)
        reach(field, fields)
        forgetUnasked(fields)
        drawing.draw()
        // The amounts change away from where the buyer is: who does not see them is told.
        if (field === 'option') say(fields.totalText(state.view))
      }
      if (event.type === 'input') tellChange(field, fields)
    },
  }
}
