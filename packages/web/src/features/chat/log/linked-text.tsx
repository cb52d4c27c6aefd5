import { Fragment } from 'react'

const address = /https?:\/\/[^\s<>"]+/g
/** Punctuation that ends a sentence, not an address in it. */
const trailing: ReadonlySet<string | undefined> = new Set(".,;:!?)]}'’”")

function withoutTrailing(found: string) {
  let end = found.length
  while (trailing.has(found[end - 1])) end -= 1
  return found.slice(0, end)
}

/** The parts of a text: every second one is a link. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = withoutTrailing(found)
    parts.push(text.slice(at, index), link)
    at = index + link.length
  }
  return [...parts, text.slice(at)]
}

/** A message's text, with addresses as links once the sender has been answered (safety S36). */
export function LinkedText({ children }: { children: string }) {
  return partsOf(children).map((part, at) => {
    // A message never changes, so neither do its parts.
    const key = at
    if (at % 2 === 0) return <Fragment key={key}>{part}</Fragment>
    return (
      <a key={key} href={part} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {part}
      </a>
    )
  })
}
