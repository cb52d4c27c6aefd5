import '../../testing/page/indexed-db.ts'
import type { Poll } from '@papadag/contract/playdates/polls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { unsentWrites } from '../../platform/data/unsent-writes.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { onOfflineDatabase } from '../../platform/offline/offline-database.ts'
import { sendWaiting } from '../../platform/offline/offline-queue.ts'
import { forgetNotices } from '../../platform/screen/notices.ts'
import { aPoll, aTime } from '../../testing/a-poll.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { daan, ok, refused, serve } from '../../testing/stand-in-server.ts'
import { answerLater } from './answers-offline.ts'

const onLine = vi.spyOn(navigator, 'onLine', 'get')
const params = { id: 5 }
const other = aPoll({ id: 6, title: 'Vliegeren' })

beforeEach(async () => {
  await showLanguage('nl')
  onLine.mockReturnValue(false)
  reads.setQueryData(['/api/user'], daan)
  const poll = aPoll({ times: [aTime(1, { yes: 2, mine: 'yes' }), aTime(2, { no: 1 })] })
  reads.setQueryData(['/api/polls'], [poll, other])
  reads.setQueryData(['/api/polls/5'], poll)
  reads.setQueryData(['/api/polls/6'], other)
})
afterEach(async () => {
  reads.clear()
  forgetNotices()
  unsentWrites.set([])
  await onOfflineDatabase(undefined, db => db.clear('waiting'))
})

async function comeBack(handlers: Parameters<typeof serve>[0]) {
  const { asked } = serve(handlers)
  onLine.mockReturnValue(true)
  await sendWaiting()
  return asked
}

test('an answer given offline shows wherever the poll does at once, and only the last one is sent, once', async () => {
  await answerLater({ params, body: { answers: { 1: 'maybe' }, children: 2 } })
  await answerLater({ params, body: { answers: { 1: 'no', 2: 'yes' }, children: 1 } })
  const shown = {
    children: 1,
    times: [
      { yes: 1, maybe: 0, no: 1, mine: 'no' },
      { yes: 1, no: 1, mine: 'yes' },
    ],
  }
  expect(reads.getQueryData<Poll>(['/api/polls/5'])).toMatchObject(shown)
  expect(reads.getQueryData<Poll[]>(['/api/polls'])).toMatchObject([shown, other])
  expect(reads.getQueryData(['/api/polls/6'])).toEqual(other)

  const sent = vi.fn()
  const asked = await comeBack({
    'PUT /api/polls/5/answers': body => {
      sent(body)
      return ok(aPoll())
    },
  })
  expect(asked).toEqual(['PUT /api/polls/5/answers'])
  expect(sent).toHaveBeenCalledExactlyOnceWith({ answers: { 1: 'no', 2: 'yes' }, children: 1 })
})

test('an answer that is refused later says which question it was for', async () => {
  await answerLater({ params, body: { answers: { 1: 'no' } } })
  await comeBack({ 'PUT /api/polls/5/answers': () => refused(409, 'poll.over', 'Alle tijden zijn voorbij.') })
  expect(lastNotice()).toMatchObject({
    title: 'Je antwoord kon niet worden opgeslagen: Modderen',
    description: 'Alle tijden zijn voorbij.',
  })
})
