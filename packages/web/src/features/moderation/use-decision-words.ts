import { useState } from 'react'
import { useDraft } from '../../platform/drafts.ts'
import { useUser } from '../../platform/session/session.ts'

/** The reason, and the house rule or law. */
type Words = { reason: string; rule: string }

function readWords(stored: unknown): Words | undefined {
  const { reason, rule } = Object(stored)
  return typeof reason === 'string' && typeof rule === 'string' ? { reason, rule } : undefined
}

/** A moderator's text for a decision, kept in this tab until it is sent. */
export function useDecisionWords(name: string) {
  const { restored, keep, forget } = useDraft(name, useUser().id, readWords)
  const [words, setWords] = useState(restored ?? { reason: '', rule: '' })
  const type = (typed: Partial<Words>) => {
    const next = { ...words, ...typed }
    setWords(next)
    keep(next)
  }
  return { ...words, type, forget }
}
