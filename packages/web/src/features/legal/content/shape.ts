/** Facts about this server, from the page it sends (`legal-facts.ts`). */
export type LegalFacts = {
  /** The operator's address; undefined if he has named none. */
  contact: string | undefined
  /** The retention of chat messages, formatted in the language. */
  chatDays: string
  /** The host that draws the map; empty if that is this server. */
  tileHost: string
}

/** A paragraph, or a list. */
export type Block = string | readonly string[]
type Section = { heading: string; blocks: readonly Block[] }
type Page<Name extends string> = { title: string; intro: string } & { sections: Readonly<Record<Name, Section>> }

/** Everything a reader of one language sees, with the same sections in each, which the compiler checks. */
export type LegalContent = {
  close: string
  /** Before the links to the other texts. */
  readOn: string
  privacy: Page<'who' | 'stored' | 'seen' | 'kept' | 'others' | 'browser' | 'rights'>
  terms: Page<'you' | 'meeting' | 'yours' | 'forbidden' | 'places' | 'moderation' | 'appeal' | 'liability' | 'end'>
  rules: Page<'honest' | 'public' | 'stay' | 'children' | 'cancel' | 'talk' | 'sell' | 'wrong'>
}

export const legalPages = ['privacy', 'terms', 'rules'] as const
/** A legal text; its address is `#` and this name, on any page. */
export type LegalPage = (typeof legalPages)[number]
