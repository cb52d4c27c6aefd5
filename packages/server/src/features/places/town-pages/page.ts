import { type Language, languages } from '@papadag/contract/limits'
import { shownDistance } from '@papadag/contract/places/distance'
import * as contract from '@papadag/contract/places/town-pages'
import { methodAndPath } from '@papadag/contract/route'
import { harmless } from '../../../domain/names/harmless.ts'
import { nameFor } from '../../../domain/places/projection.ts'
import { type Town, townAt, townsLike } from '../../../domain/position/towns.ts'
import type { Db } from '../../../platform/db/db.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import type { OwnPage } from '../../../platform/http/pages/pages.ts'
import { type ServerPage, type ServerPageCall, serverPage } from '../../../platform/http/pages/server-pages.ts'
import type { Sentence } from '../../../platform/texts.ts'
import { featureWords } from '../features.ts'
import { doButton, languagesHtml, quietButton, textLink } from './controls.ts'
import { countOpening } from './opens.ts'
import { pictureOf } from './picture.ts'
import { words } from './texts.ts'
import { createTownCache, hasPlaces, type SeenPlace, type TownView } from './town-view.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).

const { path } = methodAndPath(contract.townSearchPage.at)
const pathOf = ({ slug }: Town) => `${path}/${encodeURIComponent(slug)}`
const numbered = 12
const restaurantsShown = 6
const suggested = 8
/** Longer than any town's name. */
const typedAtMost = 60
/** Suggested before a visitor has typed anything, if something is known there. */
const largest = [
  'amsterdam',
  'rotterdam',
  'den-haag',
  'utrecht',
  'eindhoven',
  'groningen',
  'zwolle',
  'antwerpen',
  'gent',
]

/** The visitor's request: the town that the address names, or what he typed into the page's field. */
interface Asked extends Pick<ServerPageCall, 'language' | 'origin' | 'isIndexed'> {
  about: string | undefined
  typed: string | undefined
}

type Translate = (sentence: Sentence, fill?: Record<string, string | number>) => string

const translatorFor =
  (language: Language): Translate =>
  (sentence, fill = {}) =>
    sentence[language].replace(/\{(\w+)\}/g, (_, name: string) => String(fill[name] ?? ''))

/**
 * What a visitor without an account sees of a town: places from open data, and how many playdates are planned (safety
 * S8).
 */
export function townPages(): ServerPage[] {
  const readTown = createTownCache()

  async function answer(call: ServerPageCall, about: string | undefined) {
    const { db, query } = call
    const typed = typeof query.town === 'string' ? query.town.slice(0, typedAtMost).trim() || undefined : undefined
    const asked: Asked = { ...call, about, typed }
    const name = about ?? typed
    if (name === undefined) return start(await knownTowns(db, readTown), asked)
    const town = townAt(name)
    if (!town) return unknownTown(name, asked)
    // Each town has one address.
    if (about !== town.slug) return { path: pathOf(town) }
    // The page does not wait for its count, and is sent without one too.
    count(call, town).catch(() => {})
    return pageOfTown(town, await readTown(db, town), asked)
  }

  return [
    serverPage(contract.townSearchPage, call => answer(call, undefined)),
    serverPage(contract.townPage, call => answer(call, call.params.about || undefined)),
  ]
}

async function count({ db, isOpening }: ServerPageCall, { slug }: Town) {
  if (await isOpening()) await countOpening(db, slug)
}

async function knownTowns(db: Db, readTown: ReturnType<typeof createTownCache>): Promise<Town[]> {
  const towns = largest.flatMap(slug => townAt(slug) ?? [])
  const views = await Promise.all(towns.map(town => readTown(db, town)))
  return towns.filter((_, at) => {
    const view = views[at]
    return view !== undefined && hasPlaces(view)
  })
}

function start(towns: readonly Town[], asked: Asked): OwnPage {
  const translate = translatorFor(asked.language)
  const body = `<h1>${translate(words.start)}</h1>
    <p class="mt-1.5 mb-4 text-ink-2">${translate(words.startAbout)}</p>
    ${searchHtml(translate, '', true)}
    ${townsHtml(translate(words.towns), towns)}${joinHtml(translate, false)}`
  return pageOf({ asked, title: translate(words.start), description: translate(words.startAbout), at: path, body })
}

function unknownTown(name: string, asked: Asked): OwnPage {
  const translate = translatorFor(asked.language)
  const body = `<h1>${translate(words.unknown)}</h1>
    <p class="mt-1.5 mb-4 text-ink-2">${translate(words.tryAnother)}</p>
    ${searchHtml(translate, name, true)}
    ${townsHtml(translate(words.meant), townsLike(name, suggested))}${joinHtml(translate, false)}`
  return { ...pageOf({ asked: { ...asked, isIndexed: false }, title: translate(words.unknown), body }), isThere: false }
}

function pageOfTown(town: Town, view: TownView, asked: Asked): OwnPage {
  const { language } = asked
  const translate = translatorFor(language)
  const { playground, restaurant } = view.places
  const name = escapeHtml(town.name)
  const km = (kilometres: number) =>
    kilometres < 1 ? amountIn(language, 'meter', kilometres * 1000) : amountIn(language, 'kilometer', kilometres)
  const label = translate(words.picture, { town: name })
  const planned =
    view.playdates === undefined
      ? ''
      : `<p class="mt-4 flex items-start gap-2.5 rounded-kap-s bg-picked-soft px-4 py-3 text-ink">${icon('calendar')}<span>
          <b>${translate(words.playdates, { count: view.playdates })}</b><br><span class="text-sm">${translate(words.counted)}</span></span></p>`
  const places = hasPlaces(view)
    ? `${listHtml(translate, language, words.playgrounds, playground.slice(0, numbered), true)}
      <figure class="mt-5">${pictureOf(town, view, numbered, { label, km })}
        <figcaption class="mt-2 text-ink-2 text-sm">${translate(words.key, { town: name })}</figcaption></figure>
      ${listHtml(translate, language, words.restaurants, restaurant.slice(0, restaurantsShown), false)}`
    : `<p class="mt-5 rounded-kap-s bg-sunken px-4 py-3">${translate(words.nothing, { town: name })}</p>`
  const body = `<h1 class="break-words">${translate(words.title, { town: name })}</h1>
    <p class="mt-1.5 text-ink-2">${translate(words.papadag)}</p>
    ${planned}${joinHtml(translate, true)}${places}
    <div class="mt-6">${searchHtml(translate, town.name, false)}</div>`
  return pageOf({
    asked,
    title: translate(words.title, { town: town.name }),
    description: translate(words.about, { town: town.name }),
    at: pathOf(town),
    body,
  })
}

interface Parts {
  asked: Asked
  title: string
  description?: string
  /** Its canonical address, for search engines. */
  at?: string
  body: string
}

function pageOf({ asked, title, description, at, body }: Parts): OwnPage {
  const { language, origin, isIndexed } = asked
  const translate = translatorFor(language)
  const links =
    isIndexed && at
      ? [
          `<link rel="canonical" href="${escapeHtml(origin + at)}?language=${language}">`,
          ...languages.map(
            one => `<link rel="alternate" hreflang="${one}" href="${escapeHtml(origin + at)}?language=${one}">`,
          ),
        ].join('')
      : '<meta name="robots" content="noindex">'
  const about = description ? `<meta name="description" content="${escapeHtml(description)}">` : ''
  return { isThere: true, language, title, head: links + about, body: mainHtml(translate, asked, body) }
}

function mainHtml(translate: Translate, { language, about, typed }: Asked, content: string) {
  // The typed text stays in the field when the language changes.
  const kept = about === undefined && typed !== undefined ? `town=${encodeURIComponent(typed)}&` : ''
  return `<main class="mx-auto max-w-160 px-4 pt-6 pb-10">${content}
    <footer class="mt-8 grid justify-items-center gap-3 text-center text-sm">
      <p class="text-ink-2"><a class="underline" href="https://www.openstreetmap.org/copyright" rel="noopener">${translate(words.source)}</a></p>
      ${languagesHtml(language, translate(words.language), kept)}
      <p class="flex gap-x-4"><a class="${textLink}" href="/auth#privacy">${translate(words.privacy)}</a>
        <a class="${textLink}" href="/auth#rules">${translate(words.rules)}</a></p>
    </footer></main>`
}

function joinHtml(translate: Translate, isMain: boolean) {
  return `<div class="mt-4 flex flex-wrap gap-3">
    <a class="${isMain ? doButton : quietButton}" href="/auth?tab=register">${translate(words.join)}</a>
    <a class="${quietButton}" href="/auth">${translate(words.logIn)}</a></div>`
}

function searchHtml(translate: Translate, typed: string, isMain: boolean) {
  return `<form action="${path}" role="search" class="flex flex-wrap items-end gap-3">
    <label class="grid min-w-0 flex-1 basis-56 gap-1.5 font-[650]">${translate(words.town)}
      <span class="field-box"><input name="town" value="${escapeHtml(typed)}" required maxlength="60" autocomplete="address-level2" enterkeyhint="search"></span></label>
    <button class="${isMain ? doButton : quietButton}">${translate(words.look)}</button>
  </form>`
}

function townsHtml(lead: string, towns: readonly Town[]) {
  if (towns.length === 0) return ''
  const links = towns.map(town => `<li><a class="${textLink}" href="${pathOf(town)}">${escapeHtml(town.name)}</a></li>`)
  return `<p class="mt-6 font-[650]">${lead}</p><ul class="flex flex-wrap gap-x-5">${links.join('')}</ul>`
}

function listHtml(
  translate: Translate,
  language: Language,
  title: Sentence,
  places: readonly SeenPlace[],
  hasNumbers: boolean,
) {
  const [first] = places
  if (!first) return ''
  const items = places.map((place, at) => itemHtml(translate, language, place, hasNumbers ? at + 1 : undefined))
  const count = new Intl.NumberFormat(language).format(first.total)
  return `<section class="mt-7"><h2>${translate(title)}</h2>
    <p class="mt-1 mb-3 text-ink-2 text-sm">${translate(first.total > places.length ? words.within : words.all, { count })}</p>
    <ol class="grid gap-2.5 md:grid-cols-2">${items.join('')}</ol></section>`
}

function itemHtml(translate: Translate, language: Language, place: SeenPlace, number: number | undefined) {
  const { name, namedAfter, address, features, metres } = place
  const title = harmless(namedAfter === null ? name : nameFor[language].replace('{place}', () => namedAfter))
  const away = translate(words.away, { distance: distanceIn(language, metres) })
  const facts = [address && harmless(address), away, featureWords(features, language).join(', ')].filter(Boolean)
  const sign =
    number === undefined
      ? `<span class="mt-0.5">${icon('places')}</span>`
      : `<span aria-hidden="true" class="grid size-8 shrink-0 place-items-center rounded-full border-2 border-ink bg-do font-bold text-do-ink text-sm">${number}</span>`
  return `<li class="card flex gap-3 rounded-kap-m bg-surface p-4 card-shadow">${sign}
    <div class="min-w-0"><h3 class="break-words">${escapeHtml(title)}</h3>
    ${facts.map(fact => `<p class="break-words text-ink-2 text-sm">${escapeHtml(String(fact))}</p>`).join('')}</div></li>`
}

function icon(name: string) {
  return `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="block shrink-0" aria-hidden="true"><use href="#i-${name}"/></svg>`
}

/** Below a kilometre, metres rounded to the next ten. */
function distanceIn(language: Language, metres: number) {
  const { unit, value, digits } = shownDistance(metres)
  return amountIn(language, unit, value, digits)
}

function amountIn(language: Language, unit: 'meter' | 'kilometer', value: number, digits = 0) {
  const options = { style: 'unit', unit, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, options).format(value)
}
