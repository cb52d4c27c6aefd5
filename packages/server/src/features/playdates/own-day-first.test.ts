import { weekdays } from '@papadag/contract/account/papa-days'
import { createPlaydate, joinPlaydate, type NewPlaydate, upcomingPlaydates } from '@papadag/contract/playdates'
import { editSettings } from '@papadag/contract/users'
import { expect, test } from 'vitest'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const here = { latitude: 52.09, longitude: 5.12 }
const kmNorth = (km: number) => ({ ...here, latitude: here.latitude + km / 111.32 })

async function planAt(host: Father, km: number, differences: Partial<NewPlaydate>) {
  const { id: placeId } = await aPlayground(host, { name: `op ${km} km`, ...kmNorth(km) })
  return host.call(createPlaydate, { body: aPlaydate({ placeId, ...differences }) })
}

async function titles(father: Father, query: object) {
  return (await father.call(upcomingPlaydates, { query })).map(({ title }) => title)
}

test('what is near on one of his own half days comes before what is earlier on another day', async () => {
  const {
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
  const at = (days: number) => {
    const start = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').add({ days }).with({ hour: 10 })
    const moment = (hours: number) => new Date(start.add({ hours }).epochMilliseconds).toISOString()
    return { startTime: moment(0), endTime: moment(1) }
  }
  const weekday = weekdays[Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').add({ days: 3 }).dayOfWeek - 1] ?? 'mon'
  await planAt(host, 1, { title: 'overmorgen', ...at(2) })
  await planAt(host, 2, { title: 'op zijn dag', ...at(3) })
  await planAt(host, 40, { title: 'op zijn dag, ver weg', ...at(3) })
  const first = () => titles(father, { ...here, order: 'near' })
  const byTime = ['overmorgen', 'op zijn dag', 'op zijn dag, ver weg']
  expect(await first()).toEqual(byTime)
  await father.call(editSettings, { body: { papaDays: [`${weekday}-pm`] } })
  expect(await first()).toEqual(byTime)
  await father.call(editSettings, { body: { papaDays: [`${weekday}-am`] } })
  expect(await first()).toEqual(['op zijn dag', 'overmorgen', 'op zijn dag, ver weg'])
  // The creator's own playdates are his in any case, and another father's days change nothing.
  await father.call(joinPlaydate, {
    params: { id: (await planAt(host, 3, { title: 'waar hij komt', ...at(1) })).id },
    body: {},
  })
  expect((await first()).slice(0, 2)).toEqual(['waar hij komt', 'op zijn dag'])
})
