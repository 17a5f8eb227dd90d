import { mount } from 'svelte'
import Page from './Page.svelte'
import type { thank } from './shop.ts'

export type Shop = { session: string; customer: { name: string }; thank: typeof thank }

mount(Page, { target: document.querySelector('#shop')! })
