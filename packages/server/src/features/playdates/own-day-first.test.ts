import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { weekdays } from '@papadag/contract/users/papa-days'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { here } from '../../testing/places.ts'
import { planNorth, titlesOf } from '../../testing/scenes/nearby.ts'
import { beginPlaydate, world } from '../../testing/world.ts'

test('a nearby playdate on one of a father’s own days comes before an earlier one on another day', async () => {
  const { host, father } = await world({ fathers: 1 })
  const at = (days: number) => {
    const start = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').add({ days }).with({ hour: 10 })
    const moment = (hours: number) => new Date(start.add({ hours }).epochMilliseconds).toISOString()
    return { startTime: moment(0), endTime: moment(1) }
  }
  const weekday = weekdays[Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').add({ days: 3 }).dayOfWeek - 1] ?? 'mon'
  await planNorth(host, 1, { title: 'overmorgen', ...at(2) })
  await planNorth(host, 2, { title: 'op zijn dag', ...at(3) })
  await planNorth(host, 40, { title: 'op zijn dag, ver weg', ...at(3) })
  const first = () => titlesOf(father, { ...here, order: 'near' })
  const byTime = ['overmorgen', 'op zijn dag', 'op zijn dag, ver weg']
  expect(await first()).toEqual(byTime)
  await father.call(editSettings, { body: { papaDays: [`${weekday}-pm`] } })
  expect(await first()).toEqual(byTime)
  await father.call(editSettings, { body: { papaDays: [`${weekday}-am`] } })
  expect(await first()).toEqual(['op zijn dag', 'overmorgen', 'op zijn dag, ver weg'])
  // The creator's own playdates are his in any case, and another father's days change nothing.
  await father.call(joinPlaydate, {
    params: { id: (await planNorth(host, 3, { title: 'waar hij komt', ...at(1) })).id },
    body: {},
  })
  expect((await first()).slice(0, 2)).toEqual(['waar hij komt', 'op zijn dag'])
})

test('a playdate that began without the father does not come first on his own day', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const running = await planNorth(host, 1, { title: 'bezig' })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await planNorth(host, 2, { title: 'over drie dagen', startTime: inDays(3), endTime: inDays(3.05) })
  // It began ten minutes ago, which may be yesterday.
  await beginPlaydate(db, running.id)
  const today = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam')
  const halves = [0, 1].flatMap(ago => {
    const weekday = weekdays[today.subtract({ days: ago }).dayOfWeek - 1] ?? 'mon'
    return [`${weekday}-am`, `${weekday}-pm`] as const
  })
  await father.call(editSettings, { body: { papaDays: halves } })
  expect(await titlesOf(father, { ...here, order: 'near' })).toEqual(['over drie dagen', 'bezig'])
})

test('after his next playdate, his own and nearby ones at the same time are listed in the order they were made', async () => {
  const { host, father } = await world({ fathers: 1 })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const [soon, later] = [
    { startTime: inDays(1), endTime: inDays(1.1) },
    { startTime: inDays(2), endTime: inDays(2.1) },
  ]
  for (const [title, times] of [
    ['zijn volgende', soon],
    ['zijn latere', later],
  ] as const) {
    const { id } = await planNorth(host, 50, { title, ...times })
    await father.call(joinPlaydate, { params: { id }, body: {} })
  }
  await planNorth(host, 1, { title: 'dichtbij', ...later })
  expect(await titlesOf(father, { ...here, order: 'near' })).toEqual(['zijn volgende', 'zijn latere', 'dichtbij'])
})
