import { serverPage } from '../route.ts'

const shape = {
  access: 'public',
  summary: 'Shows the places of a town to visitors; `?town=` searches for one.',
  answers: 'page',
  hasLanguages: true,
} as const

export const townSearchPage = serverPage('GET /kijk', shape)
export const townPage = serverPage('GET /kijk/:about', shape)
