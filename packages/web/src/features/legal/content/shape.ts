/** Facts about this server, from its HTML page (`legal-facts.ts`). */
export type LegalFacts = {
  /** The operator's address; undefined if he has named none. */
  contact: string | undefined
  /** How long chat messages are kept, formatted in the language. */
  chatDays: string
  /** The host that serves the map; empty if it is this server. */
  tileHost: string
}

/** A paragraph, or a list. */
export type Block = string | readonly string[]
type Section = { heading: string; blocks: readonly Block[] }
type Page<Name extends string> = { title: string; intro: string } & { sections: Readonly<Record<Name, Section>> }

/** Everything a reader of one language sees, with the same sections in each language, which the compiler checks. */
export type LegalContent = {
  close: string
  /** Introduces the links to the other texts. */
  readOn: string
  privacy: Page<'who' | 'stored' | 'seen' | 'kept' | 'others' | 'browser' | 'rights'>
  terms: Page<'you' | 'meeting' | 'yours' | 'forbidden' | 'places' | 'moderation' | 'appeal' | 'liability' | 'end'>
  rules: Page<'honest' | 'public' | 'stay' | 'children' | 'cancel' | 'talk' | 'sell' | 'wrong'>
}

export const legalPages = ['privacy', 'terms', 'rules'] as const
/** A legal text; its address is `#` and this name, on any page. */
export type LegalPage = (typeof legalPages)[number]
