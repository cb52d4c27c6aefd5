import { sendMessage, startChat } from '@papadag/contract/chat'
import { addPlayground } from '@papadag/contract/places/places'
import { editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { newFather, newPlaydate } from '../tools/father.ts'
import { expect, test } from './support/test.ts'

const hourMs = 3_600_000
const at = (hours: number) => ({
  startTime: new Date(Date.now() + hours * hourMs).toISOString(),
  endTime: new Date(Date.now() + (hours + 2) * hourMs).toISOString(),
})

for (const [language, answer] of [
  ['nl', 'Ik kom met 2 kinderen'],
  ['en', 'I’m coming with 2 children'],
  ['de', 'Ich komme mit 2 Kindern'],
  ['fr', 'Je viens avec 2 enfants'],
  ['es', 'Voy con 2 niños'],
] as const) {
  test(`a father sees what waits for him, its answer and his next playdate without scrolling (${language})`, async ({
    product,
    father,
    anotherBrowser,
  }) => {
    const host = await newFather(product.url, 'Thijs')
    const place = await host.client.call(addPlayground, {
      body: { name: 'Het Westerpark', address: 'Haarlemmerweg 8', latitude: 52.386, longitude: 4.873 },
    })
    const next = await newPlaydate(host, { title: 'Koffie en klimrek', ...at(20), placeId: place.id })
    await father.client.call(joinPlaydate, { params: { id: next.id }, body: {} })
    const weekly = await newPlaydate(host, { title: 'Woensdagclub', ...at(40), repeats: { every: 'week' } })
    await father.client.call(takeStanding, { params: { id: weekly.series?.id ?? 0 }, body: { children: 2 } })
    const { title, location } = weekly
    await host.client.call(editPlaydate, {
      params: { id: weekly.id },
      query: { scope: 'one' },
      body: { title, location, maxParticipants: 8, ...at(41) },
    })
    const page = await anotherBrowser({
      as: father,
      viewport: { width: 390, height: 844 },
      storageState: {
        cookies: [],
        origins: [
          {
            origin: product.url,
            localStorage: Object.entries({ language, today_height: '390 400px', location_asked: 'true' }).map(
              ([name, value]) => ({ name, value }),
            ),
          },
        ],
      },
    })
    await page.goto('/')
    const seen = [
      page.getByRole('button', { name: `${answer}: Woensdagclub` }).first(),
      page.getByRole('heading', { name: 'Koffie en klimrek' }).first(),
      page.getByText(/\d{2}:\d{2} – .*\d{2}:\d{2}/).first(),
    ]
    const bar = page.getByRole('navigation').last()
    for (const percent of [100, 130]) {
      await page.evaluate(size => {
        document.documentElement.style.fontSize = `${size}%`
      }, percent)
      for (const one of seen) {
        await expect(one).toBeVisible()
        const [box, limit] = [await one.boundingBox(), await bar.boundingBox()]
        expect((box?.y ?? 0) + (box?.height ?? 9999)).toBeLessThanOrEqual(limit?.y ?? 844)
      }
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }

    // Two more things to do leave room for it.
    for (const name of ['Sem', 'Ravi']) {
      const stranger = await newFather(product.url, name)
      const { id } = await stranger.client.call(startChat, { body: { participants: [father.user.id] } })
      await stranger.client.call(sendMessage, { params: { id }, body: { content: 'Ken je een bos?' } })
    }
    await page.reload()
    for (const name of [/Sem/, /Ravi/])
      await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible()
    const [, heading = page.locator('h3')] = seen
    await expect(heading).toBeVisible()
    const [box, limit] = [await heading.boundingBox(), await bar.boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 9999)).toBeLessThanOrEqual(limit?.y ?? 844)
  })
}
