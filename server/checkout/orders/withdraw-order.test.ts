import { expect, test, vi } from 'vitest'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { withdrawOrder } from './withdraw-order.ts'
import type { WithdrawableOrder } from './withdrawal.ts'

test('contract §7: owners hear of a withdrawal once, however often its buyer presses', async () => {
  let order = {
    storeId: 'st_1',
    storeName: 'Loom',
    orderNumber: 'K7Q2M-4XW9P',
    days: 14,
    isLate: false,
    isRefunded: false,
    withdrawnAt: null,
    withdrawals: true,
    deliveryCountries: [],
    customerEmail: 'ana@mail.example',
    customerPhone: '+49 151 23456789',
  } as unknown as WithdrawableOrder
  const at = new Date('2026-11-28T12:00:00.000Z')
  const tx = {
    lockWithdrawable: async () => order,
    async setWithdrawn() {
      order = { ...order, withdrawnAt: at }
      return at
    },
  }
  const notifyOwners = vi.fn<CheckoutDeps['notifyOwners']>()
  const deps = {
    db: {
      findWithdrawable: async () => order,
      transaction: (work: (each: typeof tx) => unknown) => work(tx),
    },
    cache: { signals: { publish: async () => {} } },
    notifyOwners,
  } as unknown as Pick<CheckoutDeps, 'db' | 'cache' | 'notifyOwners'>
  const claim = { orderNumber: 'K7Q2M-4XW9P', by: { typed: 'ana@mail.example' } }
  for (let presses = 0; presses < 3; presses += 1)
    expect(await withdrawOrder(deps, claim)).toMatchObject({ withdrawnAt: at })
  expect(notifyOwners.mock.calls).toEqual([
    [
      {
        type: 'withdrawn',
        storeId: 'st_1',
        storeName: 'Loom',
        orderNumber: 'K7Q2M-4XW9P',
        isLate: false,
      },
    ],
  ])
})
