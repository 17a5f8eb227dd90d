import { SERVER_WALLS } from './server-walls.ts'
import type { Wall } from './wall.ts'

const PUBLISHED = 'What is published stands alone: it imports nothing of ours.'

const STRANGER: Wall = {
  of: 'demo/',
  allow: ['demo/', 'express', 'jose', 'standardwebhooks', 'node:'],
  because: 'The demo shop is a stranger: it imports nothing of ours.',
}

export const WALLS: Wall[] = [
  ...SERVER_WALLS,
  {
    of: 'widget/',
    allow: ['widget/', 'lit', '@lit'],
    types: ['server/contract/'],
    because: 'The widget knows lit and itself: at run time nothing of the server, no zod.',
  },
  { of: 'npm/cli/', allow: ['npm/', 'standardwebhooks', 'node:'], because: PUBLISHED },
  { of: 'npm/', allow: ['npm/', 'jose', 'react', 'standardwebhooks'], because: PUBLISHED },
  { ...STRANGER, ending: '.test.ts', allow: [...STRANGER.allow, 'vitest', 'fast-check'] },
  STRANGER,
  {
    of: 'e2e/',
    allow: [
      'e2e/',
      'scripts/',
      '@playwright/test',
      'puppeteer-core',
      'selenium-webdriver',
      'axe-core',
      'express',
      'qr',
      '@napi-rs/image',
      'node:',
    ],
    because: 'The end-to-end tests know the product from outside: nothing of ours at run time.',
  },
]
