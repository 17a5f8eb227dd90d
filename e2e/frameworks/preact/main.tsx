import { render } from 'preact'
import { useState } from 'preact/hooks'
import { Checkout } from './checkout.tsx'
import { customer, firstSession, openedSession, thank } from './shop.ts'

export type Shop = { session: string; customer: { name: string }; thank: typeof thank }

function Page() {
  const [session, setSession] = useState(firstSession)
  const [drawn, setDrawn] = useState(0)
  return (
    <>
      <button onClick={() => setSession(openedSession())}>Continue</button>
      <button onClick={() => setDrawn(drawn + 1)}>Draw again</button>
      <output />
      <Checkout key={drawn} session={session} customer={customer} thank={thank} />
    </>
  )
}

render(<Page />, document.querySelector('#shop')!)
