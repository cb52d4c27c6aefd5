import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameAt } from '../platform/backup/backup-name.ts'
import { emptyFolder } from '../testing/files/empty-folder.ts'
import { createDailyBackup } from './daily-backup.ts'

function setting() {
  const folder = emptyFolder()
  let moment = Temporal.ZonedDateTime.from('2031-06-01T12:00[Europe/Amsterdam]')
  let isBroken = false
  const made: string[] = []
  const round = createDailyBackup(
    { folder, at: '03:30' },
    async () => {
      made.push(moment.toPlainDateTime().toString())
      if (isBroken) throw new Error('no room')
      writeFileSync(join(folder, nameAt(moment.toInstant())), '')
    },
    () => moment,
  )
  return {
    made,
    round,
    setBroken: (is: boolean) => {
      isBroken = is
    },
    at: (text: string) => {
      moment = Temporal.ZonedDateTime.from(`${text}[Europe/Amsterdam]`)
      return round()
    },
  }
}

test('a backup is made once a day at its hour, and a missed one is made at the next start', async () => {
  const { at, made } = setting()
  await at('2031-06-01T12:00')
  await at('2031-06-01T12:01')
  await at('2031-06-02T03:29')
  expect(made).toEqual(['2031-06-01T12:00:00'])
  await at('2031-06-02T03:30')
  await at('2031-06-02T03:31')
  await at('2031-06-03T01:00')
  expect(made).toEqual(['2031-06-01T12:00:00', '2031-06-02T03:30:00'])
  // The hour skipped at the start of summer time.
  await at('2032-03-28T05:00')
  expect(made).toHaveLength(3)
})

test('a failed backup is tried again an hour later', async () => {
  const { at, made, setBroken } = setting()
  setBroken(true)
  await expect(at('2031-06-01T12:00')).rejects.toThrow('no room')
  await at('2031-06-01T12:59')
  expect(made).toHaveLength(1)
  setBroken(false)
  await at('2031-06-01T13:00')
  await at('2031-06-01T14:30')
  expect(made).toHaveLength(2)
})
