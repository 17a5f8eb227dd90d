import {
  CARD_JOURNEYS,
  type CardJourney,
  PAID as IS_PAID,
  expectPayments,
  travel,
} from '../card-journeys.ts'
import { DECLINED, type Journeys, PAID, payAnew, payWith } from './journey.ts'

/**
 * The journeys of a card in a tab of any engine. They also check which element has the focus after
 * each.
 */
export const JOURNEYS_BY_CARD: Journeys = Object.fromEntries(
  (Object.keys(CARD_JOURNEYS) as CardJourney[]).map((journey) => [
    `takes a card: ${journey}`,
    async ({ tab, says, hasFocus, api, shop, isPaid }) => {
      await travel(journey, {
        payWith: (number) => payWith(tab, number),
        payAnew: (number) => payAnew(tab, number),
        answerBank: (answer) => tab.answerBank(answer),
        reads: async (text) => {
          await says(text)
          await hasFocus(text === IS_PAID ? PAID : DECLINED)
        },
      })
      await isPaid()
      await expectPayments({ api, shop }, journey)
    },
  ]),
)
