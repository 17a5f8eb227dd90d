import { expect, test } from 'vitest'
import { type DisputeState, mostUrgent } from './dispute.ts'

test('payments §8: an order of several disputes is shown with the one that asks most', () => {
  const shownOf = (...states: DisputeState[]) => mostUrgent(states.map((state) => ({ state })))
  expect(shownOf()).toBeNull()
  expect(shownOf('won', 'lost')).toBe('lost')
  expect(shownOf('won', 'lost', 'under_review')).toBe('under_review')
  expect(shownOf('won', 'needs_response', 'lost', 'under_review')).toBe('needs_response')
})
