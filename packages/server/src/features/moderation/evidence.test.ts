import { moderationQueue, sendReport } from '@papadag/contract/moderation'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { cast, decide } from '../../testing/moderation.ts'
import { aPhoto } from '../../testing/places.ts'
import { aPlaydate, type Father } from '../../testing/world.ts'
import { forgetReports } from './decisions.ts'

const shown = async (moderator: Father, id: number) =>
  (await moderator.fetch('GET', `/api/moderation/reports/${id}/picture`)).status

test('a reported picture stays evidence after its owner replaces it, and removing it still bans it', async () => {
  const { subject, reporter, moderator, other } = await cast()
  const file = await aPhoto('#123456')
  const { imageUrl } = await subject.call(uploadProfilePicture, { file })
  const made = await (await subject.fetch('GET', imageUrl)).blob()
  const photo = await reporter.call(sendReport, {
    body: { targetType: 'photo', targetId: imageUrl, reason: 'privacy' },
  })
  const person = await other.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'fake' } })
  await subject.call(uploadProfilePicture, { file: await aPhoto('#654321') })
  expect((await other.fetch('GET', imageUrl)).status).toBe(404)
  expect([await shown(moderator, photo.id), await shown(moderator, person.id)]).toEqual([200, 200])
  await decide(moderator, photo.id, 'remove')
  for (const again of [file, made]) {
    await expect(other.call(uploadProfilePicture, { file: again })).rejects.toMatchObject({ code: 'image.removed' })
  }
})

test('reported and hidden pictures outlive the account until six months after their reports were closed', async () => {
  const { db, subject, reporter, moderator } = await cast()
  const { imageUrl } = await subject.call(uploadProfilePicture, { file: await aPhoto('#123456') })
  const { id } = await reporter.call(sendReport, {
    body: { targetType: 'photo', targetId: imageUrl, reason: 'privacy' },
  })
  await decide(moderator, id, 'hide')
  await subject.call(deleteAccount)
  expect(await shown(moderator, id)).toBe(200)
  expect(await db.count(sql`from held_pictures where user_id is null and owner_id is null`)).toBe(1)
  // The owner is gone, so nothing can show the picture.
  await decide(moderator, id, 'restore')
  expect((await reporter.fetch('GET', imageUrl)).status).toBe(404)
  await forgetReports(db)
  expect(await shown(moderator, id)).toBe(200)
  await db.run(sql`update reports set closed_at = now() - interval '185 days'`)
  await forgetReports(db)
  expect(await db.count(sql`from reported_pictures`)).toBe(0)
})

test('a member can report someone he has blocked, but not someone who blocked him', async () => {
  const { subject, reporter } = await cast()
  const { imageUrl } = await subject.call(uploadProfilePicture, { file: await aPhoto() })
  await reporter.call(block, { params: { id: subject.id } })
  const about = (targetType: 'user' | 'photo', targetId: number | string) =>
    ({ body: { targetType, targetId, reason: 'harassment' } }) as const
  await reporter.call(sendReport, about('user', subject.id))
  await reporter.call(sendReport, about('photo', imageUrl))
  await expect(subject.call(sendReport, about('user', reporter.id))).rejects.toMatchObject({
    code: 'report.unknownTarget',
  })
})

test('a report of a playdate or a poll at a home copies its address only if its reporter may know it', async () => {
  const { db, visitor, subject, reporter, other, moderator } = await cast()
  const home = { location: 'Kerkstraat 5', locationVisibility: 'participants', area: 'De Pijp' } as const
  const times = [aPlaydate(), aPlaydate()].map(({ startTime, endTime }, day) => ({
    startTime: new Date(Date.parse(startTime) + day * 86_400_000).toISOString(),
    endTime: new Date(Date.parse(endTime) + day * 86_400_000).toISOString(),
  }))
  const { id } = await subject.call(createPlaydate, { body: aPlaydate(home) })
  const poll = await subject.call(createPoll, {
    body: { ...home, title: 'Hutten', maxParticipants: 5, times, fathers: [other.id] },
  })
  const about = { targetType: 'playdate', targetId: id, reason: 'other', text: 'Kijk hier eens naar.' } as const
  await visitor.call(sendReport, { body: { ...about, contactName: 'Buur', contactEmail: 'buur@papadag.test' } })
  await other.call(sendReport, { body: about })
  await other.call(sendReport, { body: { ...about, targetType: 'poll', targetId: poll.id } })
  const stored = () => db.count(sql`from reports where evidence::text like '%Kerkstraat%'`)
  expect(await stored()).toBe(0)
  expect(await db.count(sql`from reports where evidence::text like '%De Pijp%'`)).toBe(3)
  expect(JSON.stringify(await moderator.call(moderationQueue))).not.toContain('Kerkstraat')
  await reporter.call(joinPlaydate, { params: { id }, body: {} })
  await reporter.call(sendReport, { body: about })
  expect(await stored()).toBe(1)
})
