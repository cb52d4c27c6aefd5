import { languages } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import { loadContent } from '../legal-dialog.tsx'
import { legalPages } from './shape.ts'

const operator = 'beheer@papadag.example'

function describe(contact: string | undefined) {
  document.head.innerHTML = `<meta name="server-facts" data-chat-days="0.5" data-tile-host="tiles.example" ${
    contact ? `data-contact="${contact}"` : ''
  }>`
}

test.each(languages)('the legal texts in %s are complete and state this server’s facts', async language => {
  describe(operator)
  const content = await loadContent(language)
  const dutch = await loadContent('nl')
  for (const page of legalPages) {
    const { sections, intro, title } = content[page]
    expect(Object.keys(sections)).toEqual(Object.keys(dutch[page].sections))
    const paragraphs = Object.values(sections).flatMap(({ heading, blocks }) => [heading, ...blocks.flat()])
    for (const text of [title, intro, ...paragraphs]) {
      expect(text.trim()).toBe(text)
      expect(text).not.toMatch(/undefined|\bNaN\b|[{}]|^$/)
    }
    const twins = Object.entries(sections).map(([name, { blocks }]) => {
      const other = Object.entries(dutch[page].sections).find(([twin]) => twin === name)?.[1].blocks
      return [blocks.map(block => Array.isArray(block) && block.length), other?.map(b => Array.isArray(b) && b.length)]
    })
    for (const [own, others] of twins) expect(own).toEqual(others)
  }
  const privacy = JSON.stringify(content.privacy)
  expect(privacy).toContain(operator)
  expect(privacy).toContain('tiles.example')
  expect(privacy).toMatch(/: 12\s\S+\./)
  expect(JSON.stringify(content.terms)).toContain('openstreetmap.org/copyright')
})
