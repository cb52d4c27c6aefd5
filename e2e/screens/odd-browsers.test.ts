import type { Page } from '@playwright/test'
import { newPlaydate, signIn } from '../../tools/father.ts'
import { show } from '../../tools/screens.ts'
import { blockStorage } from '../support/blocked-storage.ts'
import { expect, test } from '../support/test.ts'

/** What a browser may lack, block or answer oddly; each runs in the page before anything else. */
const oddities: [browser: string, spoil: () => void][] = [
  ['blocks its storage', blockStorage],
  [
    'has no room',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
  ],
  [
    'never opens a database',
    () => {
      const never = () => new EventTarget()
      Object.assign(IDBFactory.prototype, {
        open: never,
        deleteDatabase: never,
        databases: () => new Promise(() => {}),
      })
    },
  ],
  [
    'has neither channels nor service workers nor files',
    () => {
      Reflect.deleteProperty(window, 'BroadcastChannel')
      Reflect.deleteProperty(window, 'caches')
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
    },
  ],
  [
    'does not know its time zone',
    () => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
      }
      Reflect.deleteProperty(globalThis, 'Temporal')
    },
  ],
  [
    'lacks parts of Intl',
    () => {
      for (const part of [
        'ListFormat',
        'RelativeTimeFormat',
        'Segmenter',
        'DisplayNames',
        'DurationFormat',
        'PluralRules',
      ])
        Reflect.deleteProperty(Intl, part)
    },
  ],
  ['says nonsense about its screen', () => Object.defineProperty(window, 'devicePixelRatio', { value: Number.NaN })],
]

const noError = (page: Page) => expect(page.getByText('Er ging iets mis')).toHaveCount(0)

for (const [browser, spoil] of oddities)
  test.describe(`in a browser that ${browser}`, () => {
    test.use({ isFirstVisit: true })

    test('a visitor answers about privacy, and then reaches every screen of a member', async ({ page, father }) => {
      await page.addInitScript(spoil)
      await page.goto('/auth')
      await page.getByRole('dialog').getByRole('button', { name: 'Accepteren' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()

      const { id } = await newPlaydate(father)
      await signIn(page, father)
      await page.goto('/')
      const question = page.getByRole('dialog').getByRole('button', { name: 'Accepteren' })
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      if (await question.isVisible()) await question.click()
      for (const path of [
        '/playdates',
        `/playdates?open=${id}`,
        '/create',
        '/places',
        '/playground-map',
        '/chat',
        '/profile',
        '/profile?tab=settings&section=notifications',
        '/',
      ]) {
        await show(page, path)
        await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
        await noError(page)
      }
    })
  })
