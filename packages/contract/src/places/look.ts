import { sent } from '../route.ts'

const lookAround = {
  access: 'public',
  summary: 'Shows the places of a town to visitors; `?town=` searches for one.',
  answers: 'page',
  hasLanguages: true,
} as const

export const lookForTown = sent('GET /kijk', lookAround)
export const lookAtTown = sent('GET /kijk/:about', lookAround)
