import { findEngines } from '../../scripts/programs/engines.ts'
import { openFirefox } from './firefox.ts'
import { describeJourneys } from './journeys.ts'

const { firefox } = findEngines()

describeJourneys({
  name: 'Firefox',
  packages: 'firefox-esr',
  open: firefox === undefined ? undefined : () => openFirefox(firefox),
})
