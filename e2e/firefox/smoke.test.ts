import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Father, newFather, unique } from '../../tools/father.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { startTileStandIn, type TileStandIn } from '../../tools/tile-stand-in.ts'
import { Screen, startFirefox } from './screen.ts'

const { dataDir, remove } = temporaryDataDir()
let tiles: TileStandIn
let product: Product
let firefox: Browser

beforeAll(async () => {
  tiles = await startTileStandIn()
  const starting = startProduct({ DATA_DIR: dataDir, TILE_URL: tiles.template })
  ;[product, firefox] = await Promise.all([starting, startFirefox()])
})

afterAll(async () => {
  await firefox?.close()
  await product?.kill()
  await tiles?.close()
  remove()
})

const openAs = async (path: string, father?: Father) =>
  Screen.open(await firefox.createBrowserContext(), product.url + path, father)

test('in Firefox a new father registers, logs out and logs in without browser errors', async () => {
  const username = unique('thijs')
  const password = 'regenpak en laarzen'
  const screen = await openAs('/auth?tab=register')
  await screen.fill('Voornaam', 'Thijs')
  await screen.fill('Achternaam', 'de Vos')
  await screen.fill('Gebruikersnaam', username)
  await screen.fill('E-mail', `${username}@papadag.test`)
  await screen.fill('Wachtwoord', password)
  await screen.fill('Nog een keer', password)
  await screen.press('button', 'Account maken')
  await screen.isAt(/^\/$/)
  await screen.sees('heading', 'Binnenkort samen')
  await screen.press('button', 'Profielmenu van Thijs')
  await screen.press('menuitem', 'Uitloggen')
  await screen.isAt(/^\/auth$/)
  await screen.fill('Gebruikersnaam', username)
  await screen.fill('Wachtwoord', password)
  await screen.page.keyboard.press('Enter')
  await screen.isAt(/^\/$/)
  await screen.reads('Thijs', 'h1')
  expect(screen.complaints).toEqual([])
})

test('in Firefox a father plans a playdate, and sees another one join live', async () => {
  const title = unique('Vliegeren')
  const his = await openAs('/playdates', await newFather(product.url, 'Thijs'))
  await his.sees('heading', 'Speelafspraken')
  await his.page.locator('main a[href="/create"]').click()
  await his.isAt(/^\/create$/)
  await his.press('button', 'Eén keer Een dag, een plek, klaar.')
  await his.fill('Wat gaan we doen?', title)
  await his.fill('Waar?', 'Vondelpark')
  await his.press('button', 'Speelafspraak maken')
  await his.isAt(/^\/playdates/)
  await his.sees('heading', title)

  const mine = await openAs('/playdates', await newFather(product.url, 'Kwame'))
  await mine.press('button', `Ik doe mee: ${title}`)
  await mine.press('button', 'Ik kom alleen')
  await mine.reads('Je gaat mee')
  await his.page.waitForFunction(
    name =>
      [...document.querySelectorAll('article')].some(
        ({ textContent }) => textContent.includes(name) && /2\s*\/\s*5/.test(textContent),
      ),
    { polling: 50 },
    title,
  )
  expect([...his.complaints, ...mine.complaints]).toEqual([])
})

test('in Firefox a father finds and saves places, and opens a playground on the map', async () => {
  const screen = await openAs('/places', await newFather(product.url))
  await screen.sees('heading', 'Plekken voor kids')
  await screen.press('tab', 'Restaurants')
  await screen.isAt(/type=restaurant/)
  await screen.press('button', 'Bewaar De Vrolijke Stroop')
  await screen.reads('Bewaard bij je favorieten')
  await screen.page.goto(`${product.url}/playground-map`)
  await screen.press('button', 'Speeltuin Oosterpark')
  await screen.sees('dialog', 'Speeltuin Oosterpark')
  expect(tiles.asked.length).toBeGreaterThan(5)
  expect(screen.complaints).toEqual([])
})

test('in Firefox a father finds another one, writes to him, and fills in his own profile', async () => {
  const screen = await openAs('/discover', await newFather(product.url))
  await screen.page.locator('input[type=search]').fill('Youssef')
  await screen.isAt(/q=Youssef/)
  await screen.press('link', 'Youssef El Amrani')
  await screen.press('button', 'Start Chat')
  await screen.isAt(/^\/chat\/\d+$/)
  await screen.page.locator('textarea').fill('Zaterdag vliegeren?')
  await screen.press('button', 'Versturen')
  await screen.reads('Zaterdag vliegeren?', '[role=log]')
  await screen.page.waitForSelector('[role=log] [role=img]:is([aria-label=Verzonden], [aria-label=Afgeleverd])')

  await screen.page.goto(`${product.url}/profile?mode=edit`)
  await screen.fill('Stad', 'Haarlem')
  await screen.fill('Over jou', 'Bouwt vliegers.')
  await screen.press('button', 'Opslaan')
  await screen.reads('Bouwt vliegers.', 'main')
  expect(screen.complaints).toEqual([])
})
