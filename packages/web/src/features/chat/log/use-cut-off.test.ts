import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { connectLive } from '../../../platform/live/live.ts'
import { standInForSockets, theSocket } from '../../../testing/live-stand-in.ts'
import { ok, serve } from '../../../testing/stand-in-server.ts'
import { useCutOff } from './use-cut-off.ts'

let disconnect = () => {}

beforeEach(async () => {
  vi.useFakeTimers()
  serve({ 'GET /api/ws-token': () => ok({ token: 'ticket' }) })
  standInForSockets()
  disconnect = connectLive(1)
  await vi.advanceTimersByTimeAsync(0)
})

afterEach(() => {
  disconnect()
  reads.clear()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the offline banner waits for a first connection, and appears at once when one is lost', async () => {
  const { result } = renderHook(useCutOff)
  await pass(1999)
  expect(result.current).toEqual({ isConnected: false, isCutOff: false })
  act(() => theSocket().welcomes())
  expect(result.current).toEqual({ isConnected: true, isCutOff: false })
  act(() => theSocket().close())
  expect(result.current).toEqual({ isConnected: false, isCutOff: true })
})

test('the offline banner appears when there is no connection after 2 s', async () => {
  const { result } = renderHook(useCutOff)
  await pass(2000)
  expect(result.current).toEqual({ isConnected: false, isCutOff: true })
})
