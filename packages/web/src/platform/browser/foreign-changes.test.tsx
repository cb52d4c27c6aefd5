import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { surviveForeignChanges } from './foreign-changes.ts'

// An extension has the browser's own, not those of the page.
const { removeChild } = Node.prototype
const take = (text: Text) => text.parentNode && removeChild.call(text.parentNode, text)

beforeAll(surviveForeignChanges)
afterEach(cleanup)

/** Every text of the page, as extensions find them. */
function texts(): Text[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) found.push(walker.currentNode)
  return found
}

function fonts(words: string) {
  const outer = document.createElement('font')
  const inner = outer.appendChild(document.createElement('font'))
  inner.textContent = words
  return { outer, inner }
}

const foreign: [who: string, change: () => void][] = [
  ['leaves the texts alone', () => {}],
  [
    'puts its own after every text, then removes the text',
    () => {
      for (const text of texts()) {
        text.parentNode?.insertBefore(fonts(`[${text.data}]`).outer, text.nextSibling)
        take(text)
      }
    },
  ],
  [
    'puts its own before every text, then removes the text',
    () => {
      for (const text of texts()) {
        text.parentNode?.insertBefore(fonts(`[${text.data}]`).outer, text)
        take(text)
      }
    },
  ],
  [
    'wraps every text',
    () => {
      for (const text of texts()) {
        const { outer, inner } = fonts('')
        text.replaceWith(outer)
        inner.append(text)
      }
    },
  ],
  [
    'puts one for all the texts of a line',
    () => {
      for (const line of document.querySelectorAll('p')) {
        const own = [...line.childNodes].filter(node => node instanceof Text)
        const first = own[0]
        if (!first) continue
        line.insertBefore(fonts(`[${own.map(({ data }) => data).join('')}]`).outer, first)
        for (const text of own) take(text)
      }
    },
  ],
  [
    'removes every text',
    () => {
      for (const text of texts()) take(text)
    },
  ],
  [
    'joins neighbouring texts',
    () => {
      document.body.normalize()
    },
  ],
]

let show: (next: ReactNode) => void

function Line({ first }: { first: ReactNode }) {
  const [shown, setShown] = useState(first)
  show = next => act(() => setShown(next))
  return <p>{shown}</p>
}

const name = 'Daan'
const changes: [what: string, before: ReactNode, after: ReactNode, read: string][] = [
  ['a text', 'one', 'two', 'two'],
  ['a part of a sentence', ['Hello ', name, '!'], ['Hello ', 'Noor', '!'], 'Hello Noor!'],
  ['a text beside an element', [1, <b key="b">child</b>], [2, <b key="b">children</b>], '2children'],
  ['a text that disappears', ['now ', <b key="b">here</b>], [null, <b key="b">here</b>], 'here'],
  ['a text that becomes an element', ['here ', 'now'], [<b key="b">there </b>, 'now'], 'there now'],
  ['an element that appears before a text', [null, 'last'], [<b key="b">first </b>, 'last'], 'first last'],
  ['an element that appears between texts', ['a', null, 'c'], ['a', <i key="i">b</i>, 'c'], 'abc'],
]

test.each(foreign)('while something %s, every change in the app is shown without an error', (who, change) => {
  for (const [what, before, after, read] of changes) {
    const { unmount } = render(<Line first={before} />)
    change()
    show(after)
    const line = screen.getByText((_, element) => element?.tagName === 'P')
    // What is removed or joined cannot be known again; but nothing breaks, and what follows is shown.
    if (!/removes|joins/.test(who)) expect(line.textContent?.replaceAll(/[[\]]/g, ''), `${who}: ${what}`).toBe(read)
    show('the end')
    expect(line.textContent, `${who}: ${what}`).toContain('the end')
    change()
    expect(unmount, `${who}: ${what}`).not.toThrow()
  }
})

test('a sentence that changed twice under a browser’s translator shows its newest words once', () => {
  render(<Line first={['You have ', 1, ' message']} />)
  for (const count of [2, 3]) {
    for (const text of texts()) {
      text.parentNode?.insertBefore(fonts(`[${text.data}]`).outer, text)
      take(text)
    }
    show(['You have ', count, ' message'])
  }
  expect(document.querySelector('p')?.textContent?.replaceAll(/[[\]]/g, '')).toBe('You have 3 message')
})
