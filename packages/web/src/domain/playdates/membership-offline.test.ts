import '../../testing/page/indexed-db.ts'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { unsentWrites } from '../../platform/data/unsent-writes.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { onOfflineDatabase } from '../../platform/offline/offline-database.ts'
import { sendWaiting } from '../../platform/offline/offline-queue.ts'
import { forgetNotices } from '../../platform/screen/notices.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { confirmLater, declineLater, stopWaitingLater, takeBackLater, waitLater } from './membership-offline.ts'

const list = '/api/playdates/upcoming'
const onLine = vi.spyOn(navigator, 'onLine', 'get')
const params = { id: 7 }

beforeEach(async () => {
  await showLanguage('nl')
  onLine.mockReturnValue(false)
  reads.setQueryData(['/api/user'], daan)
  reads.setQueryData([list], [aPlaydate({ maxParticipants: 1 })])
  // A father with the number of the playdate.
  reads.setQueryData(['/api/playdates/7/waiting'], [{ id: 7 }])
})
afterEach(async () => {
  reads.clear()
  forgetNotices()
  unsentWrites.set([])
  await onOfflineDatabase(undefined, db => db.clear('waiting'))
})

const shown = () => reads.getQueryData<Playdate[]>([list])?.[0]?.waiting
const comeBack = async (handlers: Parameters<typeof serve>[0]) => {
  const { asked } = serve(handlers)
  onLine.mockReturnValue(true)
  await sendWaiting()
  return asked
}

test('joining the waiting list offline shows at once, without a position, and is sent later', async () => {
  await waitLater({ params, body: { children: 2 } })
  expect(shown()).toEqual({ position: 0, children: 2 })
  expect(reads.getQueryData(['/api/playdates/7/waiting'])).toEqual([{ id: 7 }])
  expect(await comeBack({ 'POST /api/playdates/7/wait': () => ok({}) })).toEqual(['POST /api/playdates/7/wait'])
})

test('leaving the waiting list offline shows at once, and replaces a request to wait that was not sent', async () => {
  await waitLater({ params, body: {} })
  await stopWaitingLater({ params })
  expect(shown()).toBeNull()
  expect(await comeBack({ 'DELETE /api/playdates/7/wait': () => ({ status: 204 }) })).toEqual([
    'DELETE /api/playdates/7/wait',
  ])
})

test('if a place has become free meanwhile, the refusal to let a father wait says so', async () => {
  await waitLater({ params, body: {} })
  await comeBack({ 'POST /api/playdates/7/wait': () => refused(409, 'playdate.notFull', 'Er is plek voor jullie.') })
  expect(lastNotice()).toMatchObject({
    title: 'Wachtlijst niet gelukt: Modderen',
    description: 'Er is plek voor jullie.',
  })
})

const me = { id: daan.id, firstName: daan.firstName, lastName: daan.lastName, profileImage: null, children: 1 }
const due = aPlaydate({ myStatus: 'joined', confirmation: 'due', participants: [me], placesTaken: 2 })
const dueNow = () => reads.getQueryData<Playdate[]>([list])?.[0]

test('an “I’m coming” given offline shows at once, and is sent later', async () => {
  reads.setQueryData([list], [due])
  await confirmLater({ params, body: { coming: true } })
  expect(dueNow()).toMatchObject({ confirmation: 'confirmed', myStatus: 'joined', placesTaken: 2 })
  expect(await comeBack({ 'POST /api/playdates/7/confirm': () => ok({}) })).toEqual(['POST /api/playdates/7/confirm'])
})

test('a “Not this week” given offline gives up the place on the screen, and replaces the unsent answer', async () => {
  reads.setQueryData([list], [due])
  await confirmLater({ params, body: { coming: true } })
  await confirmLater({ params, body: { coming: false } })
  expect(dueNow()).toMatchObject({ confirmation: null, myStatus: 'none', participants: [], placesTaken: 0 })
  const sent = vi.fn()
  const asked = await comeBack({
    'POST /api/playdates/7/confirm': body => {
      sent(body)
      return ok({})
    },
  })
  expect(asked).toHaveLength(1)
  expect(sent).toHaveBeenCalledExactlyOnceWith({ coming: false })
})

test('that he cannot come is shown offline at once, and sent once there is a network', async () => {
  await declineLater({ params, body: { message: 'Oma is jarig.' } })
  expect(reads.getQueryData<Playdate[]>([list])?.[0]?.declined).toBe(true)
  expect(await comeBack({ 'POST /api/playdates/7/decline': () => ({ status: 204 }) })).toContain(
    'POST /api/playdates/7/decline',
  )
})

test('whoever takes it back offline sends only that', async () => {
  await declineLater({ params, body: {} })
  await takeBackLater({ params })
  expect(reads.getQueryData<Playdate[]>([list])?.[0]?.declined).toBe(false)
  const asked = await comeBack({ 'DELETE /api/playdates/7/decline': () => ({ status: 204 }) })
  expect(asked.filter(call => call.includes('decline'))).toEqual(['DELETE /api/playdates/7/decline'])
})
