import { describeJourneys } from './describe-journeys.ts'
import { openChromium } from './puppeteer.ts'

describeJourneys({ name: 'Chromium', open: openChromium })
