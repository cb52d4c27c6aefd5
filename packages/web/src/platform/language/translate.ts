import { i18n, type MessageDescriptor } from '@lingui/core'

/** One of our texts, or one already in the reader's language (the server's). */
export type Text = MessageDescriptor | string

/** A text in the current language. */
export function translate(text: Text): string {
  return typeof text === 'string' ? text : i18n._(text)
}
