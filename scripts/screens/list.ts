import { expect, type Page } from '@playwright/test'
import { cardOf, toasts } from '../../tools/screens.ts'
import type { World } from './world.ts'

export type Size = 'phone' | 'desktop'

/** One screen or overlay: how to reach it, and the mock-up to compare it with. */
export type Screen = {
  name: string
  title: string
  /** The mock-up's file without its size; `dark` if the dark theme has a separate one. */
  mockup?: string
  mockupDark?: string
  /** The only size on which the screen exists. */
  only?: Size
  as?: keyof World['viewers']
  path: string | ((world: World) => string)
  /** Steps before the picture is taken. */
  before?: (page: Page, size: Size, world: World) => Promise<unknown>
  /** A first visit, with all prompts that ask for choices. */
  isFirstVisit?: boolean
  /** Whether the prompt for notifications may appear. */
  mayNotify?: boolean
  /** Whether the picture includes what is below the fold. */
  whole?: boolean
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last()
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
const choose = async (page: Page, opener: string | RegExp, item: string) => {
  await button(page, opener).click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** Makes requests to a path hang. */
const never = (page: Page, path: RegExp) => page.route(path, () => {})
const failing = (page: Page, path: RegExp) => page.route(path, route => route.fulfill({ status: 503, body: '' }))
/** A new father's progress with his first questions, or his wish. */
const first = (answer: { at: string } | { wish: string }) => async (page: Page) => {
  await page.evaluate(async answer => {
    const user: { id: number } = await (await fetch('/api/user')).json()
    localStorage.setItem('first_steps', JSON.stringify({ userId: user.id, ...answer }))
  }, answer)
  await page.reload()
}
const firstMinutes = { mockup: 'eerste-minuten', mockupDark: 'eerste-minuten-donker' }
const together = { mockup: 'samen', mockupDark: 'samen-donker' }
const around = { mockup: 'omlijsting', mockupDark: 'omlijsting-donker' }

export const screens: Screen[] = [
  { name: 'login', title: 'Log in', mockup: 'inloggen', as: 'visitor', path: '/auth' },
  { name: 'register', title: 'Register', mockup: 'registreren', as: 'visitor', path: '/auth?tab=register' },
  {
    name: 'register-complaints',
    title: 'Register, with errors',
    as: 'visitor',
    path: '/auth?tab=register',
    before: press('Account maken'),
  },
  { name: 'password-forgotten', title: 'Forgotten password', as: 'visitor', path: '/auth?forgot' },
  { name: 'code-ask', title: 'Log in with a code', as: 'visitor', path: '/auth?ask' },
  { name: 'code-enter', title: 'Type the mailed code', as: 'visitor', path: '/auth?enter' },
  { name: 'password-reset', title: 'Choose a new password', as: 'visitor', path: '/auth?reset=a-mailed-link' },
  { name: 'home', title: 'Home', mockup: 'home', mockupDark: 'home-donker', path: '/' },
  { name: 'home-whole', title: 'Home, full page', mockup: 'home-lang', path: '/', whole: true },
  {
    name: 'home-new',
    title: 'Home of a new father',
    mockup: 'home-leeg',
    mockupDark: 'home-leeg-donker',
    as: 'newcomer',
    path: '/',
    whole: true,
  },
  ...(['children', 'home', 'wish'] as const).map((at, index) => ({
    ...{ name: `first-${at}`, title: `The first questions: ${index + 1} of 3`, ...firstMinutes },
    ...{ as: 'newcomer' as const, path: '/', before: first({ at }) },
  })),
  {
    name: 'first-for-you',
    title: 'The first home, matching his answers',
    ...{ ...firstMinutes, as: 'newcomer', path: '/', whole: true },
    before: first({ wish: 'any' }),
  },
  { name: 'weekend', title: 'More about the weekend', path: '/', before: press(/^Meer info/) },
  { name: 'menu', title: 'Menu', mockup: 'menu-mobiel', only: 'phone', path: '/', before: press(/^Menu openen/) },
  { name: 'profile-menu', title: 'Profile menu', only: 'desktop', path: '/', before: press(/^Profielmenu/) },
  { name: 'languages', title: 'Languages', as: 'visitor', path: '/auth', before: press(/^Taal/) },
  {
    name: 'notifications',
    title: 'Notifications',
    mockup: 'bel',
    mockupDark: 'bel-donker',
    path: '/',
    // Phones have a separate screen for notifications.
    before: (page, size) => page.getByRole(size === 'phone' ? 'link' : 'button', { name: /^Meldingen/ }).click(),
  },
  { name: 'playdates', title: 'Playdates', mockup: 'playdates', mockupDark: 'playdates-donker', path: '/playdates' },
  { name: 'playdates-past', title: 'Past playdates', mockup: 'playdates-geweest', path: '/playdates?tab=past' },
  {
    name: 'playdates-loading',
    title: 'Playdates, loading',
    mockup: 'laden',
    path: '/playdates',
    before: page => reloadWith(page, () => never(page, /\/api\/playdates/)),
  },
  {
    name: 'playdates-failing',
    title: 'Playdates that fail to load',
    path: '/playdates',
    before: page => reloadWith(page, () => failing(page, /\/api\/playdates/)),
  },
  {
    name: 'playdates-where',
    title: 'The question for a town',
    ...{ ...together, as: 'newcomer', path: '/playdates' },
    before: async page => {
      await page.context().clearPermissions()
      await page.reload()
      await page.getByRole('button', { name: 'Binnen 10 km' }).click()
      await expect(page.getByRole('dialog', { name: 'Waar woon je ongeveer?' })).toBeVisible()
    },
  },
  {
    name: 'playdate',
    title: 'A playdate',
    mockup: 'playdate',
    mockupDark: 'playdate-donker',
    path: ({ playdate }) => `/playdates?open=${playdate('Woensdagvoetbal')}`,
  },
  {
    name: 'playdate-own',
    title: 'Own playdate',
    mockup: 'kan-niet-gastheer',
    path: w => `/playdates?open=${w.playdate('Hutten')}`,
  },
  {
    name: 'playdate-join',
    title: 'Join a playdate',
    ...{ ...together, as: 'newcomer', path: '/playdates' },
    before: page =>
      page
        .getByRole('button', { name: /^Ik doe mee:/ })
        .first()
        .click(),
  },
  {
    name: 'playdate-join-offline',
    title: 'Join a playdate, with a toast',
    ...{ ...around, as: 'newcomer', path: '/playdates' },
    before: async page => {
      await page
        .getByRole('button', { name: /^Ik doe mee:/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.context().setOffline(true)
      await expect(toasts(page).last()).toContainText('Je bent offline')
    },
  },
  {
    name: 'playdate-leave',
    title: 'Leave a playdate',
    path: '/playdates',
    before: page => button(page, 'Afmelden').click(),
  },
  {
    name: 'playdate-delete',
    title: 'Delete a playdate',
    path: '/playdates',
    before: async page => {
      await cardOf(page, 'Hutten bouwen in het bos').getByRole('button', { name: 'Meer opties' }).click()
      await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    },
  },
  {
    name: 'playdate-share',
    title: 'Share a playdate',
    mockup: 'uitnodiging',
    path: '/playdates',
    before: async page => {
      await cardOf(page, 'Hutten bouwen in het bos').getByRole('button', { name: 'Meer opties' }).click()
      await page.getByRole('menuitem', { name: 'Delen' }).click()
      await button(page, 'QR-code').click()
    },
  },
  {
    name: 'invitation',
    title: 'An invitation, without an account',
    mockup: 'uitnodiging',
    as: 'visitor',
    path: w => w.invitation,
  },
  {
    name: 'invitation-join',
    title: 'An invitation, with an account',
    mockup: 'uitnodiging',
    as: 'newcomer',
    path: w => w.invitation,
  },
  {
    name: 'invitation-unknown',
    title: 'An unknown invitation',
    mockup: 'uitnodiging',
    as: 'visitor',
    path: `/i/${'A'.repeat(22)}`,
  },
  {
    name: 'calendar-connect',
    title: 'Connect a calendar',
    path: '/profile?tab=settings&section=calendar',
    before: press('Agenda koppelen'),
  },
  { name: 'weekly', title: 'A weekly playdate', path: w => `/playdates?open=${w.together.weekly}` },
  { name: 'waiting', title: 'On the waiting list', path: w => `/playdates?open=${w.together.full}` },
  { name: 'open-hour', title: 'An open hour', path: w => `/playdates?open=${w.together.open}` },
  { name: 'with-group-chat', title: 'A playdate with a group chat', path: w => `/playdates?open=${w.together.own}` },
  { name: 'group-chat', title: 'The group chat of a playdate', path: w => `/chat/${w.together.thread}` },
  { name: 'polls', title: 'Which day suits everybody', path: '/polls' },
  { name: 'poll', title: 'One’s own proposed days', path: w => `/polls/${w.together.poll}` },
  { name: 'poll-visitor', title: 'Proposed days, for a visitor', as: 'visitor', path: w => w.together.pollLink },
  { name: 'other-parent', title: 'For the other parent', as: 'visitor', path: w => w.together.parentLink },
  { name: 'papa-days', title: 'My papa days', path: '/profile?tab=settings&section=papa-days' },
  {
    name: 'create',
    title: 'New playdate',
    mockup: 'playdate-nieuw',
    mockupDark: 'playdate-nieuw-donker',
    path: '/create',
  },
  {
    name: 'create-date',
    title: 'New playdate: the date',
    mockup: 'playdate-datum',
    path: '/create',
    before: press(/^Datum/),
  },
  {
    name: 'create-complaints',
    title: 'New playdate, with errors',
    path: '/create',
    before: press('Speelafspraak maken'),
  },
  {
    name: 'edit',
    title: 'Edit a playdate',
    mockup: 'playdate-bewerken',
    path: ({ playdate }) => `/edit-playdate/${playdate('Hutten bouwen')}`,
  },
  { name: 'places', title: 'Places', mockup: 'plekken', mockupDark: 'plekken-donker', path: '/places' },
  { name: 'places-none', title: 'No place found', mockup: 'plekken-leeg', path: '/places?q=trampolinepaleis' },
  { name: 'place', title: 'A place', path: ({ place }) => `/places?open=${place('De Vrolijke Stroop')}` },
  {
    name: 'place-review',
    title: 'Review a place',
    path: ({ place }) => `/places?open=${place('De Vrolijke Stroop')}`,
    before: press(/^(Schrijf een beoordeling|Beoordeling bewerken)/),
  },
  {
    name: 'place-edit',
    title: 'Edit a playground',
    path: ({ place }) => `/places?open=${place('Speeltuin Oosterpark')}`,
    before: page => choose(page, /^Meer opties voor Speeltuin Oosterpark/, 'Bewerken'),
  },
  {
    name: 'place-history',
    title: 'History of a place',
    path: ({ place }) => `/places?open=${place('Speeltuin Oosterpark')}`,
    before: page => choose(page, /^Meer opties voor Speeltuin Oosterpark/, 'Geschiedenis'),
  },
  {
    name: 'add-restaurant',
    title: 'Add a restaurant',
    mockup: 'plekken-restaurant',
    path: '/places?type=restaurant',
    before: press('Restaurant toevoegen'),
  },
  { name: 'map', title: 'Playground map', mockup: 'kaart', mockupDark: 'kaart-donker', path: '/playground-map' },
  { name: 'map-whole', title: 'Playground map, full page', path: '/playground-map', whole: true },
  {
    name: 'map-full',
    title: 'Playground map, full window',
    mockup: 'kaart-vol',
    mockupDark: 'kaart-vol-donker',
    path: '/playground-map?view=full',
    before: async (page, size) => {
      if (size === 'phone') await page.getByRole('slider', { name: 'Hoogte van de lijst' }).press('ArrowUp')
    },
  },
  {
    name: 'map-popup',
    title: 'A playground on the map',
    mockup: 'kaart-plek',
    path: ({ place }) => `/playground-map?place=${place('Speeltuin Oosterpark')}`,
  },
  {
    name: 'map-add',
    title: 'Add a playground: the point',
    path: '/playground-map',
    before: press('Speeltuin toevoegen'),
  },
  {
    name: 'map-add-form',
    title: 'Add a playground: the form',
    mockup: 'kaart-toevoegen',
    path: '/playground-map',
    before: async page => {
      await press('Speeltuin toevoegen')(page)
      await page.getByRole('application').click({ position: { x: 120, y: 370 } })
      await expect(page.getByRole('dialog', { name: 'Nieuwe speeltuin toevoegen' })).toBeVisible()
    },
  },
  { name: 'discover', title: 'Discover', mockup: 'ontdek', mockupDark: 'ontdek-donker', path: '/discover' },
  { name: 'discover-whole', title: 'Discover, full page', path: '/discover', whole: true },
  { name: 'users', title: 'Fathers', path: '/users' },
  { name: 'users-none', title: 'No father found', path: '/users?q=niemand-heet-zo' },
  {
    name: 'user',
    title: 'Another father',
    mockup: 'profiel-ander',
    mockupDark: 'samen-donker',
    path: ({ father }) => `/users/${father('Kwame')}`,
  },
  {
    name: 'block',
    title: 'Block a father',
    path: ({ father }) => `/users/${father('Kwame')}`,
    before: page => choose(page, /^Meer opties voor/, 'Blokkeren'),
  },
  { name: 'user-none', title: 'An unknown father', path: '/users/999999' },
  { name: 'profile', title: 'Own profile', mockup: 'profiel', path: '/profile' },
  { name: 'profile-new', title: 'Own profile of a new father', as: 'newcomer', path: '/profile' },
  { name: 'profile-edit', title: 'Edit the profile', mockup: 'profiel-bewerken', path: '/profile?mode=edit' },
  {
    name: 'settings',
    title: 'Settings',
    mockup: 'instellingen',
    mockupDark: 'instellingen-donker',
    path: '/profile?tab=settings',
    whole: true,
  },
  {
    name: 'notify-settings',
    title: 'Notifications, in the settings',
    mockup: 'instellingen-meldingen',
    path: '/profile?tab=settings&section=notifications',
  },
  {
    name: 'notify-card',
    title: 'The notification card',
    mockup: 'meldingen',
    as: 'newcomer',
    path: '/playdates',
    mayNotify: true,
    before: async page => {
      await page
        .getByRole('button', { name: /^Ik doe mee:/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Ik (kom alleen|doe mee met)/ }).click()
      await expect(page.getByRole('button', { name: 'Ja, graag' })).toBeVisible()
      await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
    },
  },
  {
    name: 'delete-account',
    title: 'Delete the account',
    path: '/profile?tab=settings&section=account',
    before: press('Account verwijderen'),
  },
  { name: 'chats', title: 'Chats', mockup: 'chat-lijst', mockupDark: 'chat-lijst-donker', path: '/chat' },
  { name: 'chats-none', title: 'No chats yet', mockup: 'chat-leeg', as: 'newcomer', path: '/chat' },
  {
    name: 'chat',
    title: 'A chat',
    mockup: 'chat',
    mockupDark: 'chat-donker',
    path: ({ chatWith }) => `/chat/${chatWith('Kwame')}`,
  },
  { name: 'chat-request', title: 'A message request', path: ({ chatWith }) => `/chat/${chatWith('Sem')}` },
  {
    name: 'chat-offline',
    title: 'A chat without a connection',
    mockup: 'chat-offline',
    path: ({ chatWith }) => `/chat/${chatWith('Kwame')}`,
    before: async page => {
      await page.routeWebSocket('**/ws', socket => socket.close())
      await page.reload()
      await expect(page.getByText(/^Verbinding verbroken/).first()).toBeVisible()
    },
  },
  { name: 'new-chat', title: 'New chat', mockup: 'nieuwe-chat', path: '/chat', before: press('Nieuwe chat') },
  {
    name: 'offline',
    title: 'Offline',
    mockup: 'offline',
    path: '/playdates',
    before: async page => {
      // The code of toasts is fetched after the first screen.
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await expect(toasts(page)).toContainText('Je bent offline')
    },
  },
  {
    name: 'report',
    title: 'Report a playdate',
    path: '/playdates',
    before: async page => {
      await button(page, /^Meer opties voor Woensdagvoetbal/).click()
      await page.getByRole('menuitem', { name: 'Melden' }).click()
    },
  },
  {
    name: 'moderation',
    title: 'Moderation: the queue',
    as: 'moderator',
    path: '/moderation',
    before: press('Besluiten…'),
    whole: true,
  },
  {
    name: 'operations',
    title: 'Operations',
    mockup: 'beheer',
    as: 'moderator',
    path: '/beheer',
    before: page => expect(page.getByRole('heading', { name: 'In orde' })).toBeVisible(),
    whole: true,
  },
  {
    name: 'import',
    title: 'Import from another Papadag',
    as: 'newcomer',
    path: '/profile?tab=settings&section=data',
    before: async (page, _, { exported }) => {
      await page.locator('input[accept*="json"]').setInputFiles({
        name: 'papadag-export-2026-11-20.json',
        mimeType: 'application/json',
        buffer: Buffer.from(exported),
      })
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'legal-privacy', title: 'Privacy', as: 'visitor', path: '/auth#privacy' },
  { name: 'legal-terms', title: 'Terms', as: 'visitor', path: '/auth#terms' },
  { name: 'legal-rules', title: 'House rules', as: 'visitor', path: '/auth#rules' },
  {
    name: 'install',
    title: 'The install card',
    path: '/',
    before: async page => {
      await page.evaluate(() => {
        localStorage.removeItem('pwa_installed')
        const asked = { prompt: async () => ({ outcome: 'dismissed' }) }
        dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), asked))
      })
      await expect(page.getByRole('complementary', { name: 'Papadag op je beginscherm' })).toBeVisible()
    },
  },
  {
    name: 'consent',
    title: 'Privacy settings, reopened',
    as: 'visitor',
    path: '/auth',
    before: press('Privacy-instellingen'),
  },
  { name: 'first-visit', title: 'The first visit', mockup: 'privacy', path: '/', isFirstVisit: true },
  { name: 'not-found', title: 'Not found', mockup: '404', as: 'visitor', path: '/deze-straat' },
  {
    name: 'unreachable',
    title: 'Papadag cannot be reached',
    path: '/playdates',
    before: page => reloadWith(page, () => failing(page, /\/api\/user$/)),
  },
  { name: 'test-create', title: 'Test page: create', path: '/test-create' },
  { name: 'simple-test', title: 'Test page: simple', path: '/simple-test' },
  // Last: the playdate planned here would show in the lists.
  {
    name: 'create-ask',
    title: 'Fathers to invite',
    ...{ ...together, path: '/create' },
    before: async page => {
      await page.getByLabel('Wat gaan we doen?').fill('Vliegeren op het strand')
      await page.getByLabel('Waar?').fill('Strand Parnassia, Bloemendaal')
      await press('Speelafspraak maken')(page)
      await expect(page.getByRole('dialog', { name: 'Wie vraag je mee?' })).toBeVisible()
    },
  },
]

/** Makes requests fail, and reloads the page. */
async function reloadWith(page: Page, trouble: () => Promise<unknown>) {
  await page.routeWebSocket('**/ws', () => {})
  await trouble()
  await page.reload()
}
