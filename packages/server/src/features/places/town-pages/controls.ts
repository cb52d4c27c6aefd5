import { type Language, languages } from '@papadag/contract/limits'
import { escapeHtml } from '../../../platform/escape-html.ts'

// Tailwind reads the class names in this file (packages/ui/src/styles.css).
const button = 'inline-flex min-h-13 items-center justify-center gap-2 rounded-m px-5.5 py-1.5 text-center font-bold'
export const doButton = `${button} bg-do text-do-ink raised-do hover:bg-do-hover`
export const quietButton = `${button} bg-surface rim-ink hover:bg-sunken`

export const textLink =
  'inline-flex min-h-11 items-center font-bold underline decoration-do decoration-2 underline-offset-4'

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
