import type { Attack } from './attack.ts'
import { MEMBERS } from './members.ts'
import { STRANGERS } from './strangers.ts'
import { TAKERS } from './takers.ts'

export const ATTACKS: Attack[] = [...STRANGERS, ...MEMBERS, ...TAKERS]

export const findAttack = (wanted: string) => ATTACKS.find(({ name }) => name === wanted)
