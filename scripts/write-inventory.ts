import { join } from 'node:path'
import { writeInventory } from './programs/inventory.ts'

const PROJECT = join(import.meta.dirname, '..')

writeInventory(PROJECT, join(PROJECT, 'dist'))
