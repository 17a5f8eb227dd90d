import { createApp } from 'vue'
import Page from './page.vue'
import type { thank } from './shop.ts'

export type Shop = { session: string; customer: { name: string }; thank: typeof thank }

createApp(Page).mount('#shop')
