import { findEngines } from '../../scripts/programs/engines.ts'
import { describeJourneys } from './describe-journeys.ts'
import { openFirefox } from './puppeteer.ts'

const { Firefox } = findEngines()

describeJourneys({
  name: 'Firefox',
  open: Firefox === undefined ? undefined : () => openFirefox(Firefox),
})
