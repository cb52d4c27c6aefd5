import { useRef } from 'react'
import { useDraft } from '../../platform/drafts.ts'
import { emptyRegistration, type RegisterFields } from './registering.ts'

const visitor = 0

/**
 * Keeps what a visitor has typed, except passwords, so that a reload of the tab loses nothing else. Logging in deletes
 * it.
 */
export function useRegistrationDraft(typed: RegisterFields) {
  const draft = useDraft('register', visitor, readFields)
  const isUntouched = Object.values(typed).every(value => value === '')
  const initial = isUntouched ? (draft.restored ?? typed) : typed
  const keeper = useRef(draft.keep)
  keeper.current = draft.keep
  return { initial, keeper }
}

/** The fields of a stored draft. Passwords are never stored. */
function readFields(stored: unknown): RegisterFields | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { fields } = emptyRegistration
  const texts = Object.entries(stored).filter(([name, value]) => name in fields && typeof value === 'string')
  return { ...fields, ...Object.fromEntries(texts), ...noPasswords }
}

export const noPasswords = { password: '', confirmPassword: '' }
