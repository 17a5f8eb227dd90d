import { findEngines } from '../../scripts/programs/engines.ts'
import { describeJourneys } from './journeys.ts'
import { openWebKit } from './webkit.ts'

const { webkit } = findEngines()

describeJourneys({
  name: 'WebKit',
  packages: 'webkit2gtk-driver and xvfb',
  open: webkit === undefined ? undefined : () => openWebKit(webkit),
})
