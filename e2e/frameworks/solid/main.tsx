import { Show, createSignal } from 'solid-js'
import { render } from 'solid-js/web'
import { Checkout } from './checkout.tsx'
import { customer, firstSession, openedSession, thank } from './shop.ts'

export type Shop = { session: string; customer: { name: string }; thank: typeof thank }

function Page() {
  const [session, setSession] = createSignal(firstSession())
  const [drawn, setDrawn] = createSignal(1)
  return (
    <>
      <button onClick={() => setSession(openedSession())}>Continue</button>
      <button onClick={() => setDrawn(drawn() + 1)}>Draw again</button>
      <output />
      <Show when={drawn()} keyed>
        <Checkout session={session()} customer={customer} thank={thank} />
      </Show>
    </>
  )
}

render(() => <Page />, document.querySelector('#shop')!)
