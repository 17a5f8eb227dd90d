import { expect, test } from 'vitest'
import { takesWithdrawals } from './withdrawal.ts'

const takes = (country: string) =>
  takesWithdrawals({ withdrawals: null, deliveryCountries: [country] })

test.each('ES NO AX EA GF GP IC MF MQ RE YT'.split(' '))(
  'Directive 2023/2673, TFEU article 355: who sells to %s alone takes withdrawals',
  (country) => {
    expect(takes(country)).toBe(true)
  },
)

test.each('US CH GB BL FO GL NC PF PM SJ SX WF'.split(' '))(
  'Directive 2023/2673, TFEU article 355: who sells to %s alone takes none',
  (country) => {
    expect(takes(country)).toBe(false)
  },
)
