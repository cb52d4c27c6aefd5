import { workerData } from 'node:worker_threads'
import { Client } from '../../packages/server/src/testing/client.ts'
import { type Father, floods } from './floods.ts'

export interface Order {
  name: string
  url: string
  chatId: number
  ms: number
  fathers: readonly [Greedy, Greedy]
}

interface Greedy {
  id: number
  cookies: readonly (readonly [name: string, value: string])[]
}

// The thread's starter passes an order.
const { name, url, chatId, ms, fathers } = workerData as Order
const endMs = performance.now() + ms

function father({ id, cookies }: Greedy): Father {
  const client = new Client(url)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return Object.assign(client, { id })
}

const [first, second] = fathers
const [, flood] = floods.find(([one]) => one === name) ?? []
await flood?.({ fathers: [father(first), father(second)], chatId, url, isOver: () => performance.now() > endMs })
// Requests still waiting for an answer must not delay the next flood.
process.exit()
