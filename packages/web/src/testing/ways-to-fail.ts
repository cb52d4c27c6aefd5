import { type Answer, refused } from './stand-in-server.ts'

const noNetwork = 'There is no connection. Please try again when it is back.'
/** How the server or the network refuses, and what is said then. */
export const failures: [string, () => Answer | Promise<Answer>, string][] = [
  ['without a network', () => Promise.reject(new TypeError('offline')), noNetwork],
  ['without a reason', () => ({ status: 502 }), 'Please try again later.'],
  ['by the server', () => refused(409, 'playdate.full', 'It is full.'), 'It is full.'],
]
