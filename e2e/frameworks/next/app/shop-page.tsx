'use client'

import { useState } from 'react'
import { customer, thank } from '../shop.ts'
import { Checkout } from '../checkout.tsx'

export type Shop = { session: string; customer: { name: string }; thank: typeof thank }

export function Shop({ opened, first }: { opened: string; first: string }) {
  const [session, setSession] = useState(first)
  const [drawn, setDrawn] = useState(0)
  return (
    <main>
      <button onClick={() => setSession(opened)}>Continue</button>
      <button onClick={() => setDrawn(drawn + 1)}>Draw again</button>
      <output />
      <Checkout key={drawn} session={session} customer={customer} thank={thank} />
    </main>
  )
}
