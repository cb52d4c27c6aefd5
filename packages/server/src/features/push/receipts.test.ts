import { createPlaydate, deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { pushDevices, pushReceipts, subscribe } from '@papadag/contract/push'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { mailServer, nothingWaits } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, world } from '../../testing/world.ts'

/** A guest with a phone and a confirmed address, who hears of each playdate of the host that is cancelled. */
async function open() {
  const service = await pushService()
  const { smtp, env } = await mailServer()
  const all = await world({ fathers: 1, env: { ...service.env, ...env, PUBLIC_URL: 'http://localhost:3000' } })
  const { db, host, visitor } = all
  const [guest] = all.fathers
  await db.run(sql`update users set email_confirmed = true`)
  await guest.call(editSettings, { body: { notifications: { quietHours: null } } })
  await guest.call(subscribe, { body: service.subscription('phone') })
  let pushes = 0
  return {
    ...all,
    service,
    smtp,
    guest,
    /** Cancels a playdate, and waits until his phone was sent that; returns the receipt. */
    async cancelled() {
      const { id } = await host.call(createPlaydate, { body: aPlaydate() })
      await guest.call(joinPlaydate, { params: { id }, body: {} })
      await host.call(deletePlaydate, { params: { id } })
      pushes += 1
      const sent = await service.messages(pushes)
      await nothingWaits(db)
      return sent.at(-1)?.data.receipt ?? ''
    },
    /** What a service worker sends, without a session. */
    acknowledge: (...ids: string[]) => visitor.call(pushReceipts, { body: { ids } }),
    isSilent: async () => (await guest.call(pushDevices)).map(device => device.isSilent),
  }
}

test('when a phone has acknowledged neither of the last two messages, the next one goes by mail too', async () => {
  const { smtp, cancelled, acknowledge, isSilent } = await open()
  const first = await cancelled()
  expect(await isSilent()).toEqual([false])
  await cancelled()
  expect([await isSilent(), smtp.mails.length]).toEqual([[true], 0])
  await cancelled()
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1))

  // The phone was off, and takes in what has waited for it.
  await acknowledge(first)
  expect(await isSilent()).toEqual([false])
  await cancelled()
  expect(smtp.mails).toHaveLength(1)
})

test.each([
  ['another device’s', (receipt: string) => receipt.replace(/^\d+/, device => String(Number(device) + 1))],
  ['invented', (receipt: string) => receipt.replace(/-.*/, `-${'0'.repeat(24)}`)],
  ['no device’s', () => `9999999999-${'0'.repeat(24)}`],
])('a receipt that is %s changes nothing, and the reply does not tell', async (_, forge) => {
  const { cancelled, acknowledge, isSilent } = await open()
  await cancelled()
  const receipt = await cancelled()
  const forged = await acknowledge(forge(receipt))
  expect(await isSilent()).toEqual([true])
  expect(await acknowledge(receipt)).toEqual(forged)
  expect(await isSilent()).toEqual([false])
})

test.each([[['1']], [['1-g']], [Array(51).fill(`1-${'0'.repeat(24)}`)]])(
  'receipts such as %j are refused',
  async ids => {
    const { acknowledge } = await open()
    await expect(acknowledge(...ids)).rejects.toMatchObject({ status: 400 })
  },
)

test('of twenty fathers, half of whose phones have died silently, none misses a message', async () => {
  const service = await pushService()
  const { smtp, env } = await mailServer()
  const { db, host, fathers, visitor } = await world({
    fathers: 20,
    env: { ...service.env, ...env, PUBLIC_URL: 'http://localhost:3000' },
  })
  await db.run(sql`update users set email_confirmed = true`)
  const alive = (at: number) => at % 2 === 0
  for (const [at, father] of fathers.entries()) {
    await father.call(editSettings, { body: { notifications: { quietHours: null } } })
    await father.call(subscribe, { body: service.subscription(`phone-${at}`) })
  }
  for (const round of [1, 2, 3]) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ maxParticipants: 50 }) })
    for (const father of fathers) await father.call(joinPlaydate, { params: { id }, body: {} })
    await host.call(deletePlaydate, { params: { id } })
    await service.messages(round * fathers.length)
    await nothingWaits(db)
    const ids = service.received
      .filter(({ path }) => alive(Number(path.replace('/phone-', ''))))
      .map(({ message }) => message.notification.data.receipt ?? '')
    await visitor.call(pushReceipts, { body: { ids: ids.slice(-50) } })
  }
  const mailed = smtp.mails.map(({ to }) => to[0])
  const wanted = fathers.filter((_, at) => !alive(at)).map(({ username }) => `${username}@papadag.test`)
  expect(mailed.sort()).toEqual(wanted.sort())
})
