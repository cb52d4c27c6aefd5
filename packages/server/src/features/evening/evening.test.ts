import { reportState } from '@papadag/contract/places/place-states'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import { createPlaydate, deletePlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { halfDays } from '@papadag/contract/users/papa-days'
import { block, editSettings, settings } from '@papadag/contract/users/users'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { eveningKind, fillEvenings } from '../../domain/notifications/evenings.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { mailServer } from '../../testing/mail.ts'
import { aPlayground, here } from '../../testing/places.ts'
import { pushService } from '../../testing/push.ts'
import { startWeatherStandIn } from '../../testing/weather/weather-stand-in.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const timeZone = 'Europe/Amsterdam'
const everyDay = [...halfDays]
const today = () => Temporal.Now.zonedDateTimeISO(timeZone).toPlainDate()

/** At ten o'clock this many days from now. */
function at(days: number, others: object = {}) {
  const start = today().add({ days }).toZonedDateTime({ timeZone, plainTime: '10:00' }).toInstant()
  return aPlaydate({ startTime: start.toString(), endTime: start.add({ hours: 2 }).toString(), ...others })
}

/** A father with papa days and a phone. */
async function open(fathers = 2 as const, env: Record<string, string> = {}) {
  const service = await pushService()
  const all = await world({ fathers, env: { ...service.env, ...env, PUBLIC_URL: 'http://localhost:3000' } })
  const [dad, other] = all.fathers
  await dad.call(editSettings, { body: { papaDays: everyDay, notifications: { remindBeforeMin: [] } } })
  await dad.call(subscribe, { body: service.subscription('phone') })
  return { ...all, service, dad, other }
}

const Planned = z.object({ inMs: z.number() })
const planned = (db: Db, { id }: Father) =>
  db.many(
    Planned,
    sql`select (extract(epoch from due_at - now()) * 1000)::float8 as "inMs" from outbox where kind = ${eveningKind} and user_id = ${id}`,
  )

/** Makes his hour come, and waits until his row is scheduled for the next evening. */
async function evening(db: Db, father: Father) {
  await vi.waitFor(async () => {
    expect(
      await db.run(sql`update outbox set due_at = now() where kind = ${eveningKind} and user_id = ${father.id}`),
    ).toBe(1)
  })
  await vi.waitFor(async () => {
    const [row] = await planned(db, father)
    expect(row?.inMs).toBeGreaterThan(60_000)
  })
}

test('on the evening before his papa day a father is told what it brings and who is coming, without titles or addresses', async () => {
  const { db, host, dad, other, service } = await open()
  const place = await aPlayground(host)
  const { id } = await host.call(createPlaydate, {
    body: at(1, { title: 'Met Noor naar Tuinstraat 5', placeId: place.id, maxParticipants: 9 }),
  })
  await host.call(createPlaydate, { body: at(2) })
  await dad.call(joinPlaydate, { params: { id }, body: {} })
  await evening(db, dad)
  await other.call(joinPlaydate, { params: { id }, body: { children: 2 } })
  await other.call(reportState, { params: { id: place.id }, body: { kind: 'broken', text: 'Tuinstraat 5' } })
  await evening(db, dad)
  await other.call(leavePlaydate, { params: { id } })
  const told = await service.messages(2)
  expect(told[0]).toMatchObject({
    title: 'Morgen is je papadag',
    body: '10:00 speelafspraak in een speeltuin, met Vader 1.',
    navigate: `http://localhost:3000/playdates?open=${id}`,
  })
  expect(told[1]?.body).toBe('10:00 speelafspraak in een speeltuin, met Vader 1 en Vader 3. Gemeld: daar is iets stuk.')
  expect(await planned(db, dad)).toHaveLength(1)
})

test.each([
  ['dry', { rain: 10 }, ' Waarschijnlijk droog.'],
  ['wet', { rain: 80 }, ' Waarschijnlijk regen.'],
  ['windy', { gusts: 80 }, ' Harde wind.'],
  ['cold', { temperature: 1 }, ' Koud.'],
  ['hot', { temperature: 28.6 }, ' Waarschijnlijk droog. Warm: tot 29°C.'],
  ['sunny', { uv: 6 }, ' Waarschijnlijk droog. Felle zon: neem zonnebrand mee.'],
  ['hot, sunny and wet', { temperature: 28, uv: 8, rain: 90 }, ' Waarschijnlijk regen. Warm: tot 28°C.'],
  ['unknown', undefined, ''],
] as const)('the evening notice says whether the day will be %s', async (_, weather, words) => {
  const sky = await startWeatherStandIn()
  onTestFinished(() => sky.close())
  if (weather) sky.forecast = { ...sky.forecast, ...weather }
  else sky.mood.forecast = 'failing'
  const { db, host, dad, service } = await open(2, { WEATHER_PROVIDER: 'open-meteo', OPEN_METEO_URL: sky.url })
  const place = await aPlayground(host)
  const { id } = await host.call(createPlaydate, { body: at(1, { placeId: place.id }) })
  await dad.call(joinPlaydate, { params: { id }, body: {} })
  await evening(db, dad)
  const [told] = await service.messages(1)
  expect(told?.body).toBe(`10:00 speelafspraak in een speeltuin, met Vader 1.${words}`)
})

test('the evening mail names two of three fathers, and leaves out a name that could carry a message', async () => {
  const { db, host, dad, other, service, newFather } = await open()
  const { id } = await dad.call(createPlaydate, { body: at(1, { maxParticipants: 9 }) })
  await evening(db, dad)
  await db.run(sql`update users set first_name = 'koop op www.spam.nl' where id = ${other.id}`)
  for (const father of [other, host, await newFather(), await newFather()]) {
    await father.call(joinPlaydate, { params: { id }, body: {} })
  }
  await evening(db, dad)
  const told = (await service.messages(2)).filter(({ tag }) => tag === eveningKind)
  expect(told.map(({ body }) => body)).toEqual([
    '10:00 speelafspraak. Er doet nog niemand mee.',
    '10:00 speelafspraak, met Vader 1, Vader 4 en nog 2 papa’s.',
  ])
})

test('a father gets no evening notice without a papa day, or if his only playdate is cancelled or on another day', async () => {
  const { db, host, dad, other, service } = await open()
  await evening(db, dad)
  const cancelled = await host.call(createPlaydate, { body: at(1) })
  await dad.call(joinPlaydate, { params: { id: cancelled.id }, body: {} })
  await host.call(deletePlaydate, { params: { id: cancelled.id } })
  const later = await host.call(createPlaydate, { body: at(2) })
  await dad.call(joinPlaydate, { params: { id: later.id }, body: {} })
  await evening(db, dad)
  // Nobody else has this day.
  const own = await other.call(createPlaydate, { body: at(1) })
  await dad.call(joinPlaydate, { params: { id: own.id }, body: {} })
  await dad.call(editSettings, { body: { papaDays: [] } })
  expect(await planned(db, dad)).toEqual([])
  const inFourDays = (today().add({ days: 4 }).dayOfWeek - 1) * 2
  await dad.call(editSettings, { body: { papaDays: halfDays.slice(inFourDays, inFourDays + 1) } })
  await evening(db, dad)
  expect(service.received.filter(({ message }) => message.notification.tag === eveningKind)).toEqual([])
})

test('a suspended father is left out of others’ notices until his suspension is over', async () => {
  const { db, host, dad, service } = await open()
  const { id } = await host.call(createPlaydate, { body: at(1) })
  await dad.call(joinPlaydate, { params: { id }, body: {} })
  const suspend = (until: string) =>
    db.run(sql`update users set suspended_until = ${until}::timestamptz where id = ${dad.id}`)
  await suspend('infinity')
  await evening(db, dad)
  await suspend('-infinity')
  await evening(db, dad)
  const told = (await service.messages(1)).filter(({ tag }) => tag === eveningKind)
  expect(told.map(({ body }) => body)).toEqual(['10:00 speelafspraak, met Vader 1.'])
})

test('a father without a playdate is told how many near him have room, leaving out those of fathers he has blocked', async () => {
  const { db, host, dad, other, service } = await open()
  await dad.call(editSettings, { body: { neighbourhood: here } })
  const place = await aPlayground(host)
  const far = await aPlayground(host, { name: 'Ver weg', latitude: 53.2, longitude: 6.5 })
  await host.call(createPlaydate, { body: at(1, { placeId: place.id, maxParticipants: 2 }) })
  await host.call(createPlaydate, { body: at(1, { placeId: far.id }) })
  const full = await host.call(createPlaydate, { body: at(1, { placeId: place.id, maxParticipants: 2 }) })
  await other.call(joinPlaydate, { params: { id: full.id }, body: {} })
  await other.call(createPlaydate, { body: at(1, { placeId: place.id }) })
  await evening(db, dad)
  await dad.call(block, { params: { id: other.id } })
  await evening(db, dad)
  await dad.call(block, { params: { id: host.id } })
  await evening(db, dad)
  expect((await service.messages(2)).map(({ body }) => body)).toEqual([
    'Je hebt nog niets afgesproken. Bij jou in de buurt zijn 2 speelafspraken met plek.',
    'Je hebt nog niets afgesproken. Bij jou in de buurt is 1 speelafspraak met plek.',
  ])
  expect(service.received).toHaveLength(2)
})

test('the evening notice comes at the hour a father chose, even in quiet hours, and can be switched off; without a device he gets a mail', async () => {
  const { smtp, env } = await mailServer()
  const { db, host, father: dad } = await world({ fathers: 1, env: { ...env, PUBLIC_URL: 'http://localhost:3000' } })
  await db.run(sql`update users set email_confirmed = true`)
  expect((await dad.call(settings)).notifications).toMatchObject({ eveningHour: 20, push: { evening: true } })
  const quietHours = { from: '00:00', to: '23:59' }
  await dad.call(editSettings, {
    body: { papaDays: everyDay, notifications: { eveningHour: 22, quietHours, remindBeforeMin: [] } },
  })
  const due = await planned(db, dad)
  const hour = Temporal.Now.instant()
    .add({ milliseconds: Math.round(due[0]?.inMs ?? 0) })
    .round('minute')
  expect(hour.toZonedDateTimeISO(timeZone).hour).toBe(22)
  const { id } = await host.call(createPlaydate, { body: at(1) })
  await dad.call(joinPlaydate, { params: { id }, body: {} })
  await evening(db, dad)
  const mail = await smtp.mailTo('vader2@papadag.test')
  expect(mail.headers.get('subject')).toBe('Morgen is je papadag')
  expect(mail.text).toContain('10:00 speelafspraak, met Vader 1.')
  await dad.call(editSettings, { body: { notifications: { mail: { evening: false } } } })
  await evening(db, dad)
  expect(smtp.mails).toHaveLength(1)
  for (const eveningHour of [15, 23, 20.5]) {
    await expect(dad.call(editSettings, { body: { notifications: { eveningHour } } })).rejects.toMatchObject({
      status: 400,
    })
  }
})

test('evening notices that are missing are scheduled every hour, once each, and never for the days of hidden fathers', async () => {
  const { db, dad, other } = await open()
  await db.run(sql`delete from outbox where kind = ${eveningKind}`)
  await Promise.all([fillEvenings(db), fillEvenings(db)])
  await fillEvenings(db)
  expect(await planned(db, dad)).toHaveLength(1)
  expect(await planned(db, other)).toEqual([])
})

test('the evening message says how many come to a date of his circle, which it does not name', async () => {
  const sky = await startWeatherStandIn()
  onTestFinished(() => sky.close())
  sky.forecast = { ...sky.forecast, rain: 10, temperature: 14 }
  const { db, host, dad, other, service } = await open(2, { WEATHER_PROVIDER: 'open-meteo', OPEN_METEO_URL: sky.url })
  for (const father of [dad, other]) await acquainted(host, father)
  const circleId = await aCircle(host, [dad, other], { name: 'Woensdag' })
  const place = await aPlayground(host)
  const { id } = await host.call(createPlaydate, { body: at(1, { placeId: place.id, circleId }) })
  await other.call(joinPlaydate, { params: { id }, body: {} })
  // He has not answered yet.
  await evening(db, dad)
  await dad.call(declinePlaydate, { params: { id }, body: {} })
  await evening(db, dad)
  await vi.waitFor(async () => {
    const told = (await service.messages(1)).filter(({ tag }) => tag === eveningKind)
    expect(told.map(({ body }) => body)).toEqual(['10:00 met de kring: 2 komen, droog, 14 °C.'])
  })
})
