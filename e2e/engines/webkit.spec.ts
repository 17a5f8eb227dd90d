import { findEngines } from '../../scripts/programs/engines.ts'
import { describeJourneys } from './describe-journeys.ts'
import { openWebKit } from './webkit.ts'

const { WebKit } = findEngines()

describeJourneys({
  name: 'WebKit',
  open: WebKit && (() => openWebKit(WebKit)),
})
