import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anywhere, inUtrecht, inZwolle, joined, page, sheet, utrecht, watches } from '../../../testing/watches.ts'
import { type Bus, createLocalBus } from '../../bus/bus.ts'
import { areaAround } from './area.ts'
import type { Shows } from './shows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('when something changes', () => {
  test('lists of its area and screens that show the item hear of a change at once, and no other town does', async () => {
    const { screen, write } = watches()
    const [near, far, shows] = [await screen([inUtrecht]), await screen([inZwolle]), await screen([sheet])]
    write()
    expect([near.frames, far.frames, shows.frames]).toEqual([[[inUtrecht]], [], [[sheet]]])
    await tick(60_000)
    expect([near.frames.length, far.frames.length]).toEqual([1, 0])
  })

  test('the people concerned hear of a change through their own reads', async () => {
    const { screen, write } = watches()
    const [his, another] = [await screen(['/api/notifications', inUtrecht]), await screen(['/api/notifications'], 2)]
    write({ what: 'notices', users: [1], reads: ['/api/notifications'] })
    expect([his.frames, another.frames]).toEqual([[['/api/notifications']], []])
  })

  test('screens that show the item and lists with a filter hear of a change that leaves it in place', async () => {
    const { screen, write, shown } = watches()
    const area = shown.get(inUtrecht)?.() as Shows
    shown.set('/filtered', () => ({ ...area, isFiltered: true }))
    shown.set('/filtered/anywhere', () => ({ kind: 'playdate', isFiltered: true }))
    const [near, shows, filtered] = [
      await screen([inUtrecht, anywhere]),
      await screen([sheet]),
      await screen(['/filtered']),
    ]
    const { frames } = await screen(['/filtered/anywhere'])
    write({ ...joined, isInPlace: true })
    expect([near.frames, shows.frames, filtered.frames]).toEqual([[], [[sheet]], [['/filtered']]])
    await tick(5000)
    expect([near.frames, frames]).toEqual([[], [['/filtered/anywhere']]])
  })

  test('a father who may not see what has changed does not hear of it', async () => {
    const { screen, write } = watches()
    const [creator, blocked] = [await screen([sheet, inUtrecht], 1), await screen([sheet, inUtrecht, page], 2)]
    write({ ...joined, except: [2] })
    write({ ...joined, only: [1] })
    await tick(60_000)
    expect([creator.frames.length, blocked.frames]).toEqual([2, []])
  })

  test('every screen hears of a change except the tab that made it', async () => {
    const { screen, write } = watches()
    const [writing, other] = [await screen([sheet], 1, 'writing'), await screen([sheet], 1, 'other')]
    write(joined, { userId: 1, tab: 'writing' })
    expect([writing.frames, other.frames]).toEqual([[], [[sheet]]])
  })

  test('a screen that has ended or shows something else by now hears of no change', async () => {
    const { watch, roster, screen, write } = watches()
    const [ended, moved] = [await screen([sheet]), await screen([sheet])]
    roster.remove(ended.connection)
    await watch.begin(moved.connection, [inZwolle], undefined)
    write()
    expect([ended.frames, moved.frames]).toEqual([[], []])
  })

  test('only moderators hear of changes to what is theirs, and whether somebody is one is checked at each watch', async () => {
    const { watch, screen, write } = watches()
    const { frames } = await screen(['/api/moderation/queue'], 99)
    const { connection } = await screen([])
    expect(await watch.begin(connection, ['/api/moderation/queue'], undefined)).toBe(false)
    write({ what: 'moderation', things: ['moderation'] })
    expect(frames).toEqual([['/api/moderation/queue']])
  })
})

describe('when a list has no area', () => {
  test('a list without an area hears at once of what is on its page, and of its next page after that', async () => {
    const onPage = ['playdate 5']
    const { screen, write } = watches({ onPage })
    const { frames } = await screen([page])
    onPage[0] = 'playdate 6'
    write()
    await tick(10)
    write({ ...joined, things: ['playdate 6'] })
    expect(frames).toEqual([[page], [page]])
    write()
    await tick(10)
    expect(frames).toHaveLength(2)
  })

  test('a list without an area hears of the rest later if there are many screens, each at a different moment', async () => {
    const { screen, write, writtenInTurn } = watches()
    for (let count = 0; count < 200; count += 1) await screen([anywhere])
    write()
    await tick(1000)
    expect(writtenInTurn).toHaveLength(20)
    await tick(9000)
    expect(writtenInTurn).toHaveLength(200)
  })

  test('a list without an area hears of the rest a quarter of a second later, and only once', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([anywhere])
    await tick(5000)
    for (let time = 0; time < 2; time += 1) write()
    await tick(249)
    expect(frames).toEqual([])
    await tick(1)
    expect(frames).toEqual([[anywhere]])
    await tick(5000)
    expect(frames).toHaveLength(1)
  })

  test('a list without an area is updated without a closer look only after two hundred changes', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([anywhere])
    const unheard = async (count: number) => {
      for (let one = 0; one < count; one += 1) write({ ...joined, except: [1] })
      await tick(250)
    }
    await unheard(1)
    await unheard(199)
    expect(frames).toEqual([])
    await unheard(200)
    expect(frames).toEqual([[anywhere]])
  })

  test('a list without an area hears of a change between its read and its watch', async () => {
    const { watch, screen, write } = watches()
    const { connection, frames } = await screen([])
    write()
    await watch.begin(connection, [anywhere], 100)
    await tick(1000)
    expect(frames).toEqual([[anywhere]])
  })

  test('a list without an area hears nothing of what only some may see', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([anywhere], 1)
    write({ ...joined, only: [2] })
    await tick(5000)
    expect(frames).toEqual([])
  })

  test('a list whose area is half the country hears of changes as if it had no area', async () => {
    const { screen, write, shown } = watches()
    shown.set('/country', () => ({ kind: 'playdate', area: areaAround(utrecht, 300_000) }))
    const { frames } = await screen(['/country'])
    write()
    expect(frames).toEqual([])
    await tick(1000)
    expect(frames).toEqual([['/country']])
  })

  test('a list that also shows what is beyond its area hears of that as if it had no area', async () => {
    const { screen, write, shown } = watches()
    const area = shown.get(inZwolle)?.() as Shows
    shown.set('/whole', () => ({ ...area, reachesFurther: true }))
    const [whole, near] = [await screen(['/whole']), await screen([inZwolle])]
    write({ ...joined, isInPlace: true })
    await tick(5000)
    expect(whole.frames).toEqual([])
    write()
    await tick(1000)
    expect([whole.frames, near.frames]).toEqual([[['/whole']], []])
  })

  test('a list hears half a minute later of a place taken elsewhere on its page', async () => {
    const { screen, write, shown } = watches()
    const area = shown.get(inZwolle)?.() as Shows
    shown.set('/whole', () => ({ ...area, things: ['playdate 5'], reachesFurther: true }))
    const { frames } = await screen(['/whole'])
    write({ ...joined, isInPlace: true })
    write({ ...joined, isInPlace: true, except: [1] })
    await tick(29_000)
    expect(frames).toEqual([])
    await tick(2000)
    expect(frames).toEqual([['/whole']])
    write({ ...joined, isInPlace: true, except: [1] })
    await tick(60_000)
    expect(frames).toHaveLength(1)
  })

  test('every list hears of what has no place as if the list had no area', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([inZwolle])
    write({ ...joined, cell: undefined })
    await tick(1000)
    expect(frames).toEqual([[inZwolle]])
  })
})

describe('when a screen begins to watch', () => {
  test('a screen that begins to watch hears in one frame of everything that has changed since it read', async () => {
    const { watch, screen, write } = watches()
    for (let count = 0; count < 3; count += 1) write()
    write({ what: 'notices', users: [1], reads: ['/api/notifications'] })
    await tick(1)
    const { connection, frames } = await screen([sheet])
    await watch.begin(connection, [sheet, inUtrecht, inZwolle, '/api/notifications'], 10)
    await tick(1000)
    expect(frames).toEqual([[sheet, inUtrecht, '/api/notifications']])
  })

  test('a screen that begins to watch hears nothing old, nothing others read and nothing it may not see', async () => {
    const { watch, screen, write } = watches()
    write()
    await tick(5000)
    write({ ...joined, except: [1] })
    write({ what: 'notices', users: [2], reads: ['/api/notifications'] })
    const { connection, frames } = await screen([])
    await watch.begin(connection, [sheet, inUtrecht, '/api/notifications'], 3000)
    expect(frames).toEqual([])
    await watch.begin(connection, [sheet, inUtrecht, '/api/notifications'], 4500)
    expect(frames).toEqual([[sheet, inUtrecht]])
  })

  test('a screen that begins to watch hears of what changed while the server found out what it shows', async () => {
    const { watch, screen, shown, write } = watches()
    const { connection, frames } = await screen([])
    const answered = Promise.withResolvers<Shows>()
    shown.set('/slow', () => answered.promise)
    const begun = watch.begin(connection, ['/slow'], undefined)
    write()
    answered.resolve({ things: ['playdate 5'] })
    await begun
    expect(frames).toEqual([['/slow']])
  })

  test('a screen that begins to watch hears only of its later request when two are in progress', async () => {
    const { watch, screen, shown, write } = watches()
    const { connection, frames } = await screen([])
    const answered = Promise.withResolvers<Shows>()
    shown.set('/slow', () => answered.promise)
    const first = watch.begin(connection, ['/slow'], undefined)
    await watch.begin(connection, [inUtrecht], undefined)
    answered.resolve({ things: ['playdate 5'] })
    await first
    write()
    expect(frames).toEqual([[inUtrecht]])
  })

  test('a screen that begins to watch is updated without a closer look after very many changes', async () => {
    const { watch, screen, write } = watches()
    for (let count = 0; count < 100; count += 1) write({ ...joined, except: [1] })
    const { connection, frames } = await screen([])
    await watch.begin(connection, [inUtrecht, inZwolle], 10)
    expect(frames).toEqual([[inUtrecht]])
  })

  test('a screen that watches a read that does not exist is refused, and keeps what it watches', async () => {
    const { watch, screen, write } = watches()
    const { connection, frames } = await screen([sheet])
    expect(await watch.begin(connection, ['/nowhere'], undefined)).toBe(false)
    write()
    expect(frames).toEqual([[sheet]])
  })
})

/** A bus whose gaps the test controls, and on which another node sends. */
function busWithGap() {
  const local = createLocalBus()
  const listeners: (() => void)[] = []
  const bus: Bus = { ...local, onGap: listener => void listeners.push(listener) }
  return {
    bus,
    gap: () => {
      for (const listener of listeners) listener()
    },
  }
}

test('after nodes lost contact, every screen reads everything again within seconds, but not all at once', async () => {
  const { bus, gap } = busWithGap()
  const { watch, screen } = watches({ bus })
  const screens = await Promise.all(Array.from({ length: 100 }, (_, userId) => screen([sheet, inZwolle], userId)))
  const told = () => screens.filter(({ frames }) => frames.length > 0).length
  gap()
  await tick(1000)
  expect(told()).toBeLessThan(50)
  await tick(3000)
  expect(screens.every(({ frames }) => frames.length === 1 && frames[0]?.length === 2)).toBe(true)
  const late = await screen([])
  await watch.begin(late.connection, [inUtrecht], 10_000)
  expect(late.frames).toEqual([[inUtrecht]])
})
