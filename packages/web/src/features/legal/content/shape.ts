/** What the texts say about this server; the page it sends knows (`legal-facts.ts`). */
export type LegalFacts = {
  /** Where the operator reads mail; undefined when he has named no address. */
  contact: string | undefined
  /** Days that chat messages are kept, as it is written in the language. */
  chatDays: string
  /** The host that the map's pictures come from. */
  tileHost: string
}

/** A paragraph, or a list. */
export type Block = string | readonly string[]
type Section = { heading: string; blocks: readonly Block[] }
type Page<Name extends string> = { title: string; intro: string } & { sections: Readonly<Record<Name, Section>> }

/** All that a reader of one language sees. The same sections in each: the compiler sees to it. */
export type LegalContent = {
  close: string
  /** What stands before the names of the other texts. */
  readOn: string
  privacy: Page<'who' | 'stored' | 'seen' | 'kept' | 'others' | 'browser' | 'rights'>
  terms: Page<'you' | 'meeting' | 'yours' | 'forbidden' | 'places' | 'moderation' | 'appeal' | 'liability' | 'end'>
  rules: Page<'honest' | 'public' | 'stay' | 'children' | 'cancel' | 'talk' | 'sell' | 'wrong'>
}

export const legalPages = ['privacy', 'terms', 'rules'] as const
/** A legal text; its address is `#` and this name, on any page. */
export type LegalPage = (typeof legalPages)[number]
