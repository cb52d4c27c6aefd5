import { serverPage } from '../route.ts'

const lookAround = {
  access: 'public',
  summary: 'Shows the places of a town to visitors; `?town=` searches for one.',
  answers: 'page',
  hasLanguages: true,
} as const

export const lookForTown = serverPage('GET /kijk', lookAround)
export const lookAtTown = serverPage('GET /kijk/:about', lookAround)
