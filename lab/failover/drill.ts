import { startProgram } from '../../scripts/programs/program.ts'
import { startBuyers } from './buyers.ts'
import { gapOf, printEnd } from './report.ts'
import { openShop } from '../buyer/shop.ts'

type Drill = {
  /** The service, by its `BASE_URL`. */
  against: string
  platformToken: string
  /** The operator's command that makes another database the primary; for a shell. */
  switchOver: string
  buyers: number
}

/** So many payments before the command, and after it. */
const PAID = 20

/** A failover of a running service with the test provider, seen from outside. @returns whether all is well */
export async function runDrill({ against, platformToken, switchOver, buyers: count }: Drill) {
  const shop = await openShop(against.replace(/\/$/, ''), {
    name: 'Failover drill',
    platform: { token: platformToken },
  })
  const buyers = startBuyers(shop, count)
  await buyers.untilPaid(PAID)
  const from = performance.now()
  console.log(`switching over   ${switchOver}`)
  const { code } = await startProgram('/bin/sh', ['-c', switchOver], { stdio: 'inherit' }).ended
  console.log(
    `it took          ${((performance.now() - from) / 1000).toFixed(1)} s, exit code ${code}`,
  )
  await buyers.untilPaid(PAID)
  await buyers.stop()
  console.log(`longest gap      ${(gapOf(buyers, from) / 1000).toFixed(1)} s without a payment`)
  return (await printEnd(shop, { buyers })) && code === 0
}
