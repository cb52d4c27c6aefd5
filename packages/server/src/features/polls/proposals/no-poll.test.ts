import { sendReport } from '@papadag/contract/moderation'
import { answerPoll, choosePollTime, deletePoll, onePoll, polls } from '@papadag/contract/playdates/polls'
import { exportAccount } from '@papadag/contract/users/export'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../../platform/db/db.ts'
import { answer, neighbours, onlyOne, round } from '../../../testing/proposals.ts'
import { forgetPolls } from '../commands.ts'

test('the fathers invited to a proposal cannot find, read, answer, choose, delete or report it as a poll', async () => {
  const { db, host, fathers } = await neighbours(2)
  const [second, third] = fathers
  await round(db)
  const { id } = await onlyOne(host)
  await answer(second, { id }, true)
  await answer(host, { id }, true, 1)
  const { timeId } = (await db.one(z.object({ timeId: z.int() }), sql`select id as "timeId" from poll_times`)) ?? {
    timeId: 0,
  }
  const params = { id }
  const unknown = { status: 404, code: 'poll.unknown' }
  // Open, and once it is a playdate.
  for (const state of ['open', 'made']) {
    if (state === 'made') await answer(third, { id }, true)
    expect(await onlyOne(host)).toMatchObject({ state })
    expect(await host.call(polls)).toEqual([])
    await expect(host.call(onePoll, { params })).rejects.toMatchObject(unknown)
    const answers = { [timeId]: 'yes' as const }
    await expect(host.call(answerPoll, { params, body: { answers } })).rejects.toMatchObject(unknown)
    await expect(host.call(choosePollTime, { params, body: { timeId } })).rejects.toMatchObject(unknown)
    await expect(host.call(deletePoll, { params })).rejects.toMatchObject(unknown)
    const report = { targetType: 'poll' as const, targetId: id, reason: 'other' as const }
    await expect(host.call(sendReport, { body: report })).rejects.toMatchObject({ code: 'report.unknownTarget' })
    expect(await host.call(exportAccount)).toMatchObject({ polls: [], pollAnswers: [], proposals: [{ children: 1 }] })
  }
  await db.run(sql`update polls set created_at = now() - interval '16 days'`)
  await forgetPolls(db)
  const kept = sql`(select target_id from received union all select target_id from kept_texts) kept`
  expect([await db.count(sql`from polls`), await db.count(sql`from ${kept}`)]).toEqual([0, 0])
})
