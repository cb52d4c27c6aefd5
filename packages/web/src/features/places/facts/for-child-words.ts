import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Asked, type ForChild, forChild, type Reason } from '@papadag/contract/places/for-child'
import { asSentence, deviceWords } from '../../../domain/places/device-words.ts'

const fenceWords = { fenced: msg`a fence all around`, partlyFenced: msg`a fence on part of it` }
const wordsOf = (reason: Reason) =>
  reason === 'fenced' || reason === 'partlyFenced' ? fenceWords[reason] : deviceWords[reason]

type Why = Extract<ForChild, { why: string }>

function whyIn(i18n: I18n, { why, age = 0 }: Why): string {
  switch (why) {
    case 'little':
      return i18n._(msg`it’s mostly for little ones`)
    case 'big':
      return i18n._(msg`it’s mostly for bigger children`)
    case 'from':
      return i18n._(msg`it’s for children from ${age}`)
    case 'until':
      return i18n._(msg`it’s for children up to ${age}`)
    case 'water':
      return i18n._(msg`there’s open water beside it without a fence`)
    case 'closed':
      return i18n._(msg`it’s closed at the moment`)
    case 'state':
      return i18n._(msg`something is wrong there at the moment`)
  }
}

/** The answer for one child in a sentence: whether it can play there, and why. Its name stays on this device. */
export function sentenceFor(i18n: I18n, place: Asked, child: { name: string; age: number }) {
  const age = Math.floor(child.age)
  const { name } = child
  const found = forChild(place, age)
  if (found.answer === 'unknown') return i18n._(msg`${name} (${age}): we don’t know yet.`)
  if (found.answer === 'yes') {
    if (found.reasons.length === 0) return i18n._(msg`${name} (${age}): yes.`)
    const reasons = asSentence(i18n, found.reasons.map(reason => i18n._(wordsOf(reason))).join(', '))
    return i18n._(msg`${name} (${age}): yes. ${reasons}.`)
  }
  const why = whyIn(i18n, found)
  return found.answer === 'no'
    ? i18n._(msg`${name} (${age}): no, ${why}.`)
    : i18n._(msg`${name} (${age}): so-so, ${why}.`)
}
