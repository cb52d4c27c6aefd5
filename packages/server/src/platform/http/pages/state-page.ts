import { type Language, languages } from '@papadag/contract/limits'
import { escapeHtml } from '../../escape-html.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).
const button = 'inline-flex min-h-13 items-center justify-center gap-2 rounded-m px-5.5 py-1.5 text-center font-bold'
export const doButton = `${button} bg-do text-do-ink raised-do hover:bg-do-hover`
export const quietButton = `${button} bg-surface rim-ink hover:bg-sunken`

export const textLink =
  'inline-flex min-h-11 items-center font-bold underline decoration-do decoration-2 underline-offset-4'

interface State {
  /** The file of the drawing. */
  drawing: string
  title: string
  sentence: string
  /** The action as HTML. */
  action: string
}

/** A minimal page rendered by the server: a picture, a heading, one sentence, one action. */
export function stateHtml({ drawing, title, sentence, action }: State): string {
  return `<section class="grid justify-items-center text-center">
    <img class="w-full max-w-70" src="/svg/${drawing}" alt="" width="320" height="230">
    <h1>${title}</h1>
    <p class="mt-1.5 mb-4 max-w-[34ch] text-ink-2">${sentence}</p>
    ${action}
  </section>`
}

/** The element that holds a page's content. */
export function mainHtml(content: string): string {
  return `<main class="mx-auto max-w-lg px-4 pt-6 pb-10">${content}</main>`
}

const names: Record<Language, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** Links to the same page in the other languages; `kept` comes first in their query. */
export function languagesHtml(language: Language, label: string, kept = ''): string {
  const choices = languages.map(one =>
    one === language
      ? `<b class="inline-flex min-h-11 items-center" lang="${one}">${names[one]}</b>`
      : `<a class="${textLink}" lang="${one}" hreflang="${one}" href="?${escapeHtml(kept)}language=${one}">${names[one]}</a>`,
  )
  return `<nav class="flex flex-wrap justify-center gap-x-4" aria-label="${label}">${choices.join('')}</nav>`
}
