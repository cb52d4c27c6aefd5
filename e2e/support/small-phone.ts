import type { Language } from '@papadag/contract/limits'
import { expect, type Page } from '@playwright/test'
import type { Product } from '../../tools/product.ts'
import { expectNothingInWords } from './axe.ts'
import { contentsOf } from './screen-contents.ts'

/** The browser of a small phone on which a father has chosen this language. */
export const smallPhone = ({ url }: Product, language: Language) => ({
  viewport: { width: 320, height: 700 },
  reducedMotion: 'reduce' as const,
  storageState: {
    cookies: [],
    origins: [{ origin: url, localStorage: [{ name: 'language', value: language }] }],
  },
})

/** Expects a screen to be in this language, with nothing cut or too wide, and nothing for axe to report. */
export async function expectToFit(page: Page, language: Language, screen: string): Promise<void> {
  const { overflowing, lang } = await contentsOf(page)
  expect.soft([lang, overflowing], screen).toEqual([language, []])
  await expectNothingInWords(page, `${screen}, in ${language}`)
}
