import type { Language } from '@papadag/contract/limits'
import { Dialog } from '@papadag/ui/layers/dialog'
import { textLinkClass } from '@papadag/ui/text-link'
import { Fragment, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { useLanguage } from '../../platform/language/language.ts'
import { type Block, type LegalContent, type LegalFacts, type LegalPage, legalPages } from './content/shape.ts'
import { legalFacts } from './legal-facts.ts'

const contents: Record<Language, () => Promise<{ content: (facts: LegalFacts) => LegalContent }>> = {
  nl: () => import('./content/nl.ts'),
  en: () => import('./content/en.ts'),
  de: () => import('./content/de.ts'),
  fr: () => import('./content/fr.ts'),
  es: () => import('./content/es.ts'),
}
const loaded = new Map<Language, Promise<LegalContent>>()

/** The legal texts of a language, loaded once. */
export function loadContent(language: Language): Promise<LegalContent> {
  const known = loaded.get(language)
  if (known) return known
  const promise = contents[language]().then(({ content }) => content(legalFacts(language)))
  // A failure is kept until the user retries; otherwise React would wait for one failing attempt after another.
  loaded.set(language, promise)
  return promise
}

/** A retry may succeed once there is a network. */
export function forgetContents() {
  loaded.clear()
}

type Props = {
  page: LegalPage
  open: boolean
  onClose: () => void
  /** How to report something, shown below the house rules. */
  reporting?: ReactNode
}

/** Shows a legal text over any screen. */
export function LegalDialog({ page, open, onClose, reporting }: Props) {
  const language = useLanguage()
  const content = use(loadContent(language))
  const { contact } = legalFacts(language)
  const { title, intro, sections } = content[page]
  const inside = useRef<HTMLParagraphElement>(null)
  usePrintableDialog(open, inside)
  return (
    <Dialog open={open} onClose={onClose} hasAddress title={title} closeLabel={content.close}>
      <p ref={inside} className="text-ink-2">
        {intro}
      </p>
      {Object.entries(sections).map(([name, { heading, blocks }]) => (
        <section key={name}>
          <h3 className="mt-5 mb-1.5">{heading}</h3>
          {blocks.map(block => (
            <LegalBlock key={String(block)} block={block} contact={contact} />
          ))}
          {page === 'rules' && name === 'wrong' && reporting}
        </section>
      ))}
      <p className="mt-5 flex flex-wrap items-center gap-x-4 border-line border-t-2 border-dashed pt-3">
        {content.readOn}
        {legalPages
          .filter(other => other !== page)
          .map(other => (
            <a
              key={other}
              href={`${location.pathname}${location.search}#${other}`}
              className={textLinkClass}
              onClick={event => {
                // Switching between texts replaces the history entry, so Back leaves them all.
                event.preventDefault()
                location.replace(`#${other}`)
              }}
            >
              {content[other].title}
            </a>
          ))}
      </p>
    </Dialog>
  )
}

function LegalBlock({ block, contact }: { block: Block; contact: string | undefined }) {
  if (typeof block === 'string') return <p className="mb-2">{linked(block, contact)}</p>
  return (
    <ul className="mb-2 grid list-disc gap-1 pl-5">
      {block.map(item => (
        <li key={item}>{linked(item, contact)}</li>
      ))}
    </ul>
  )
}

const licence = 'openstreetmap.org/copyright'

/** The text with its two addresses as links. */
function linked(text: string, contact: string | undefined): ReactNode {
  const addresses = { [licence]: `https://www.${licence}`, ...(contact && { [contact]: `mailto:${contact}` }) }
  for (const [words, href] of Object.entries(addresses)) {
    const [before, ...after] = text.split(words)
    if (after.length === 0) continue
    return (
      <Fragment>
        {before}
        <a href={href} rel="noopener noreferrer" className="break-words font-bold underline">
          {words}
        </a>
        {after.join(words)}
      </Fragment>
    )
  }
  return text
}

/** Printing shows only the whole text. Done by script, since a style rule would burden every screen. */
function usePrintableDialog(open: boolean, inside: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!open) return
    const arrange = (isOnPaper: boolean) => {
      const dialog = inside.current?.closest('dialog')
      // The legal text may cover another dialog.
      for (const other of document.querySelectorAll<HTMLElement>('#root, dialog')) {
        if (other !== dialog) other.hidden = isOnPaper
      }
      if (dialog) Object.assign(dialog.style, isOnPaper ? onPaper : onScreen)
    }
    const before = () => arrange(true)
    const after = () => arrange(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [open, inside])
}

const onPaper = { position: 'absolute', inset: '0 auto auto 0', maxHeight: 'none', display: 'block' }
const onScreen = { position: '', inset: '', maxHeight: '', display: '' }
