import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Screen, Size } from './list.ts'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The file of a screen's picture in docs/screens. */
export function fileOf({ name }: Screen, size: Size, theme: Theme): string {
  return `${name}-${size}-${theme}.webp`
}

const widths = { phone: 220, desktop: 400 }
const sizesInDutch = { phone: 'mobiel', desktop: 'desktop' }

/** The page that shows every screen next to its mock-up, which is in a folder next to this one. */
export function table(screens: readonly Screen[], folder: string): string {
  const mockups = new Set(readdirSync(join(folder, '../mockups')))
  const sections = screens.map(screen => {
    const rows = (['phone', 'desktop'] as const)
      .filter(size => existsSync(join(folder, fileOf(screen, size, 'light'))))
      .map(size => {
        const drawn = [screen.mockup, screen.mockupDark]
          .map(name => name && `${name}-${sizesInDutch[size]}.webp`)
          .map(file => (file && mockups.has(file) ? picture(`../mockups/${file}`, widths[size]) : ''))
        const taken = themes.map(theme => picture(fileOf(screen, size, theme), widths[size]))
        return `| ${[...taken, ...drawn].join(' | ')} |`
      })
    return `## ${screen.title}\n\n| light | dark | mock-up | mock-up, dark |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  const index = screens.map(({ title }) => `[${title}](#${anchor(title)})`).join(' · ')
  return `# Screens

Every screen and overlay at 390 × 844 and 1280 × 800, in both themes, with demo data, beside the mock-ups they are
based on. \`npm run screens\` takes them again.

${index}

${sections.join('\n')}`
}

function picture(file: string, width: number): string {
  return `<img src="${file}" width="${width}" alt="">`
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}
