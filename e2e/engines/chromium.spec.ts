import { describeJourneys } from './describe-journeys.ts'
import { openChromium } from './puppeteer.ts'

// Merchants' pages are tried in this engine by all the other tests.
describeJourneys({ name: 'Chromium', open: openChromium, surfaces: ['hosted'] })
