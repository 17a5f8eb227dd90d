import { SERVER_WALLS } from './server-walls.ts'
import type { Wall } from './wall.ts'

const PUBLISHED = 'What is published stands alone: it imports nothing of ours.'

const STRANGER: Wall = {
  of: 'demo/',
  allow: ['demo/', 'express', 'jose', 'standardwebhooks', 'node:'],
  because: 'The demo shop is a stranger: it imports nothing of ours.',
}

const WIDGET = ['lit', '@lit', 'widget/views/', 'widget/session/', 'widget/i18n/']
const room = (folder: string, ...more: string[]): Wall => ({
  of: `widget/${folder}/`,
  allow: [`widget/${folder}/`, ...WIDGET, ...more],
  types: ['server/contract/'],
  because: 'A room of the widget knows those that it builds on, never the other way round.',
})

export const WALLS: Wall[] = [
  ...SERVER_WALLS,
  {
    of: 'widget/session/',
    allow: ['widget/session/'],
    types: ['server/contract/'],
    because: 'What the server says and hears is the same without any page.',
  },
  room('element'),
  room('form', 'widget/element/'),
  room('outcomes', 'widget/element/', 'widget/form/'),
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
