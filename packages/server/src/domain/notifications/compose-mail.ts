import { languages } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Sentence } from '../../platform/texts.ts'

/** The text of a mail; `{username}` is the reader's own, and bracketed parts are dropped without it. */
export interface MailText {
  subject: Sentence
  before: Sentence
  link: Sentence
  after: Sentence
}

const greeting: Sentence = {
  nl: 'Hoi {name},',
  en: 'Hi {name},',
  de: 'Hallo {name},',
  fr: 'Bonjour {name},',
  es: 'Hola, {name}:',
}

const plainGreeting: Sentence = { nl: 'Hoi,', en: 'Hi,', de: 'Hallo,', fr: 'Bonjour,', es: 'Hola:' }

/** The recipient of a mail. */
export const Reader = z.object({
  id: z.number(),
  to: z.string(),
  username: z.string(),
  firstName: z.string(),
  language: z.enum(languages),
  /** Whether the user has confirmed this address. */
  isConfirmed: z.boolean(),
})
export type Reader = z.output<typeof Reader>

// Stricter than for other text that leaves the app (`harmless`): strangers choose these names and may enter somebody
// else's address, so a name that could carry a message is left out.
const plainName = /^[\p{L}\p{M}'’ -]{1,40}$/u
const harmlessUsername = /^[\p{L}\p{M}\p{N}_-]{1,40}$/u
/** The part of the text with the username. */
const optionalPart = /\[([^\][]*)\]/g

export interface MailParts {
  /** The target of its link. */
  url: string
  /** Values for each `{name}`. */
  words?: Readonly<Record<string, string>>
  /** The link that unsubscribes from mails of this kind with one click, and its text. */
  unsubscribe?: { url: string; label: Sentence }
}

/** A mail in its reader's language, as plain text and simple HTML that loads nothing. */
export function compose(
  text: MailText,
  { to, username, firstName, language, isConfirmed }: Reader,
  { url, words = {}, unsubscribe }: MailParts,
): Mail {
  const hello = plainName.test(firstName)
    ? greeting[language].replace('{name}', () => firstName)
    : plainGreeting[language]
  const oneLine = username.replace(/\s+/g, ' ')
  const namesHim = isConfirmed || harmlessUsername.test(username)
  const [before, after] = [text.before, text.after].map(part =>
    part[language]
      .replace(optionalPart, (_, words: string) => (namesHim ? words : ''))
      .replace(/\{(\w+)\}/g, (hole, name: string) => (name === 'username' ? oneLine : (words[name] ?? hole))),
  )
  const links = [{ url, label: text.link[language] }]
  if (unsubscribe) links.push({ url: unsubscribe.url, label: unsubscribe.label[language] })
  const [open = '', stop] = links.map(({ url: to, label }) => `${label}:\n${to}`)
  const paragraphs = [hello, before, after].map(part => `<p>${escapeHtml(part ?? '')}</p>`)
  const [openHtml = '', stopHtml = ''] = links.map(
    ({ url: to, label }) => `<p><a href="${escapeHtml(to)}">${escapeHtml(label)}</a></p>`,
  )
  paragraphs.splice(2, 0, openHtml)
  paragraphs.push(stopHtml)
  return {
    to,
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
    subject: text.subject[language],
    text: `${[hello, before, open, after, ...(stop === undefined ? [] : [stop]), 'Papadag'].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>${paragraphs.join('')}<p>Papadag</p></body></html>`,
  }
}
